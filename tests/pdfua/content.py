"""What a content stream paints, and what marks stand around it."""
import re

PAINT = {'S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'Tj', 'TJ', "'", '"', 'Do', 'EI'}
STATE = {'q', 'Q', 'cm', 'w', 'J', 'j', 'M', 'd', 'ri', 'i', 'gs', 'm', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*', 'n', 'BT',
         'ET', 'Tc', 'Tw', 'Tz', 'TL', 'Tf', 'Tr', 'Ts', 'Td', 'TD', 'Tm', 'T*', 'BDC', 'BMC', 'EMC', 'MP', 'DP', 'rg', 'RG',
         'g', 'G', 'cs', 'CS', 'sc', 'SC', 'scn', 'SCN', 'k', 'K', 'BI', 'ID', 'BX', 'EX'}

TOKEN = re.compile(rb'\s+|%[^\r\n]*|(<<|>>|\[|\])|<([0-9A-Fa-f\s]*)>|(/[^\s()<>\[\]{}/%]*)|\(|([^\s()<>\[\]{}/%]+)')


def literal(s, i):
    """A ( ) string that starts at s[i]: its bytes and its end."""
    out, depth = bytearray(), 0
    while i < len(s):
        c = s[i]
        if c == 0x5c:
            i += 1
            out += {0x6e: b'\n', 0x72: b'\r', 0x74: b'\t'}.get(s[i], s[i:i + 1])
        elif c == 0x28:
            depth += 1
            if depth > 1:
                out.append(c)
        elif c == 0x29:
            depth -= 1
            if depth == 0:
                return bytes(out), i + 1
            out.append(c)
        else:
            out.append(c)
        i += 1
    return bytes(out), i


def tokens(s):
    i = 0
    while i < len(s):
        m = TOKEN.match(s, i)
        if not m:
            i += 1
            continue
        if m.group(0) == b'(':
            value, i = literal(s, i)
            yield 'string', value
            continue
        i = m.end()
        if m.group(1):
            yield 'mark', m.group(1).decode()
        elif m.group(2) is not None:
            digits = re.sub(rb'\s', b'', m.group(2)).decode()
            yield 'string', bytes.fromhex(digits + '0' * (len(digits) % 2))
        elif m.group(3):
            yield 'name', m.group(3).decode('latin-1')
        elif m.group(4):
            word = m.group(4).decode('latin-1')
            number = re.fullmatch(r'[+-]?(\d+\.?\d*|\.\d+)', word)
            yield ('number', float(word) if '.' in word else int(word)) if number else ('word', word)


class Mark:
    """An open marked content: its tag, its number or artifact type, and its text."""

    def __init__(self, tag, properties):
        self.tag, self.text = tag, ''
        self.mcid = self.value(properties, '/MCID')
        self.type = self.value(properties, '/Type')
        self.subtype = self.value(properties, '/Subtype')
        self.actual = self.value(properties, '/ActualText')
        self.ink = 0

    @staticmethod
    def value(properties, key):
        for i, (_, x) in enumerate(properties):
            if x == key and i + 1 < len(properties):
                return properties[i + 1][1]
        return None


class Page:
    """What a page's content holds: marks by number, artifacts, faults."""

    def __init__(self, check, number, ref):
        self.check, self.number, self.ref = check, number, ref
        self.dict = check.pdf.get(ref) or {}
        self.marks, self.artifacts = {}, []
        contents = self.dict.get('/Contents')
        parts = contents if isinstance(contents, list) else [contents]
        self.run(b'\n'.join(check.pdf.data(part) for part in parts), self.dict.get('/Resources'), [])

    def fault(self, name, more=''):
        self.check.fault(name, 'page %d%s' % (self.number + 1, ': ' + more if more else ''))

    def run(self, stream, resources, outer):
        stack, operands, depth, in_text, font = list(outer), [], 0, False, None
        pdf = self.check.pdf
        for kind, value in tokens(stream):
            if kind != 'word' or value in ('true', 'false', 'null'):
                operands.append((kind, value))
                continue
            if value in ('BDC', 'BMC'):
                tag = operands[0][1] if operands else '?'
                stack.append(self.opened(Mark(tag[1:], operands[1:]), stack))
            elif value == 'EMC':
                if len(stack) <= len(outer):
                    self.fault('marks are not balanced', 'EMC without its beginning')
                else:
                    self.closed(stack.pop(), stack)
            elif value in ('BT', 'ET'):
                if in_text == (value == 'BT'):
                    self.fault('text objects are not balanced')
                in_text = value == 'BT'
            elif value in ('q', 'Q'):
                depth += 1 if value == 'q' else -1
                if depth > 28 or depth < 0:
                    self.fault('q and Q are not balanced or too deep')
            elif value == 'Tf' and operands:
                font = self.check.font(pdf.at(resources, '/Font').get(operands[0][1]) if pdf.at(resources, '/Font') else None)
            self.colour(value, operands)
            if value in PAINT:
                self.painted(value, operands, stack, font, resources)
            elif value not in STATE:
                self.fault('unknown operator', value)
            operands = []
        if len(stack) != len(outer):
            self.fault('marks are not balanced', 'left open at the end')
        if in_text:
            self.fault('text objects are not balanced')
        if depth:
            self.fault('q and Q are not balanced or too deep')

    def opened(self, mark, stack):
        if mark.mcid is not None:
            if any(m.tag == 'Artifact' or m.mcid is not None for m in stack):
                self.fault('tagged content inside an artifact or other tagged content', mark.tag)
            if mark.mcid in self.marks:
                self.fault('MCID stands twice on a page', '%d' % mark.mcid)
            self.marks[mark.mcid] = mark
        elif mark.tag == 'Artifact':
            if any(m.mcid is not None for m in stack):
                self.fault('artifact inside tagged content')
            if mark.type not in ('/Pagination', '/Layout', '/Page', '/Background'):
                self.fault('artifact without a type')
            if mark.subtype and (mark.type != '/Pagination' or mark.subtype not in ('/Header', '/Footer', '/Watermark')):
                self.fault('artifact without a type', 'subtype ' + mark.subtype)
            self.artifacts.append(mark)
        return mark

    def closed(self, mark, stack):
        if mark.actual is not None:
            mark.text = mark.actual[2:].decode('utf-16-be', 'replace')
        if stack and mark.mcid is None and mark.tag != 'Artifact':
            stack[-1].text += mark.text

    def colour(self, word, operands):
        if word in ('k', 'K') or (word in ('cs', 'CS') and operands and operands[0][1] not in ('/DeviceRGB', '/DeviceGray')):
            self.fault('colour that is not RGB')
        if word == 'ri' and operands and operands[0][1] not in ('/Perceptual', '/RelativeColorimetric', '/Saturation', '/AbsoluteColorimetric'):
            self.fault('unknown rendering intent')

    def painted(self, word, operands, stack, font, resources):
        self.check.count['painting operators'] += 1
        if not any(m.tag == 'Artifact' or m.mcid is not None for m in stack):
            self.fault('ink that is neither tagged nor an artifact', word)
        for mark in stack:
            mark.ink += 1
        if word in ('Tj', 'TJ', "'", '"'):
            raw = b''.join(value for kind, value in operands if kind == 'string')
            if not font:
                self.fault('text without a font')
            elif stack:
                stack[-1].text += font.read(raw)
        elif word == 'Do' and operands:
            self.image(operands[0][1], stack, resources)
        elif word == 'EI':
            self.fault('image inside the content stream')

    def image(self, name, stack, resources):
        pdf = self.check.pdf
        ref = (pdf.at(resources, '/XObject') or {}).get(name)
        x = pdf.get(ref) or {}
        if x.get('/Subtype') == '/Form':
            if '/StructParents' in x or '/StructParent' in x:
                self.fault('form with a structure of its own')
            if x.get('/Group') or x.get('/Ref') or x.get('/PS') or x.get('/OPI'):
                self.fault('form with transparency or foreign parts')
            self.run(pdf.data(ref), x.get('/Resources', resources), stack)
        elif x.get('/Subtype') == '/Image':
            if x.get('/Interpolate') or x.get('/Alternates') or x.get('/OPI'):
                self.fault('image that asks for interpolation or alternates', name)
            space = pdf.get(x.get('/ColorSpace'))
            if isinstance(space, list) and space[0] == '/Indexed':
                space = pdf.get(space[1])
            if space not in ('/DeviceRGB', '/DeviceGray') and not x.get('/ImageMask'):
                self.fault('colour that is not RGB', name)
            if x.get('/SMask'):
                self.fault('transparency', name)
        else:
            self.fault('XObject of no known kind', name)

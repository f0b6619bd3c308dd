"""A PDF as qpdf tells it in JSON: objects, name and number trees, fonts."""
import base64
import json
import re
import subprocess


class Fault(Exception):
    pass


class Pdf:
    """The objects of a file: dictionaries, lists, numbers, strings as qpdf writes them."""

    def __init__(self, path=None, data=None):
        if data is None:
            made = subprocess.run(['qpdf', '--json=2', '--json-key=qpdf', '--decode-level=generalized',
                                   '--json-stream-data=inline', path, '-'], capture_output=True)
            if made.returncode not in (0, 3):
                raise Fault('qpdf cannot read it: ' + made.stderr.decode(errors='replace')[:200])
            data = json.loads(made.stdout)
        self.head, self.objects = data['qpdf']
        self.trailer = self.objects['trailer']['value']

    def get(self, x):
        for _ in range(9):
            if not (isinstance(x, str) and re.fullmatch(r'\d+ \d+ R', x)):
                break
            o = self.objects.get('obj:' + x, {})
            x = o['stream']['dict'] if 'stream' in o else o.get('value')
        return x

    def at(self, x, *path):
        for key in path:
            x = self.get(x)
            x = x.get(key) if isinstance(x, dict) else None
        return self.get(x)

    def data(self, ref):
        stream = self.objects.get('obj:' + str(ref), {}).get('stream', {})
        return base64.b64decode(stream.get('data', ''))

    def words(self, x):
        """A text string of the file, or None."""
        x = self.get(x)
        if not isinstance(x, str):
            return None
        if x.startswith('u:'):
            return x[2:]
        if x.startswith('b:'):
            raw = bytes.fromhex(x[2:])
            return raw[2:].decode('utf-16-be', 'replace') if raw[:2] == b'\xfe\xff' else raw.decode('latin-1')
        return None

    def name_tree(self, node):
        node = self.get(node) or {}
        found = {}
        for kid in self.get(node.get('/Kids')) or []:
            found.update(self.name_tree(kid))
        pairs = self.get(node.get('/Names')) or []
        for i in range(0, len(pairs) - 1, 2):
            found[self.words(pairs[i])] = pairs[i + 1]
        return found

    def number_tree(self, node):
        node = self.get(node) or {}
        found = {}
        for kid in self.get(node.get('/Kids')) or []:
            found.update(self.number_tree(kid))
        pairs = self.get(node.get('/Nums')) or []
        for i in range(0, len(pairs) - 1, 2):
            found[pairs[i]] = pairs[i + 1]
        return found


class Font:
    def __init__(self, pdf, ref):
        self.dict = pdf.get(ref) or {}
        self.name = self.dict.get('/BaseFont', '?')
        self.inner = pdf.get((pdf.get(self.dict.get('/DescendantFonts')) or [None])[0]) or {}
        self.descriptor = pdf.get(self.inner.get('/FontDescriptor')) or {}
        self.used = set()
        self.means = self.meanings(pdf.data(self.dict.get('/ToUnicode')).decode('latin-1'))

    @staticmethod
    def meanings(cmap):
        found = {}
        text = lambda digits: bytes.fromhex(digits).decode('utf-16-be', 'replace')
        for block in re.findall(r'beginbfchar(.*?)endbfchar', cmap, re.S):
            for code, value in re.findall(r'<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>', block):
                found[int(code, 16)] = text(value)
        for block in re.findall(r'beginbfrange(.*?)endbfrange', cmap, re.S):
            for low, high, value in re.findall(r'<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>', block):
                for code in range(int(low, 16), int(high, 16) + 1):
                    found[code] = chr(ord(text(value)[0]) + code - int(low, 16))
        return found

    def read(self, raw):
        codes = [raw[i] << 8 | raw[i + 1] for i in range(0, len(raw) - 1, 2)]
        self.used.update(codes)
        return ''.join(self.means.get(code, '\ufffd') for code in codes)

"""Rules for single elements: nesting, headings, alternatives, tables, notes, languages."""
import re

INLINE = {'Span', 'Quote', 'Note', 'Reference', 'BibEntry', 'Code', 'Link', 'Annot', 'Formula', 'Figure', 'Lbl'}
GROUPING = {'Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'Caption', 'TOC', 'TOCI', 'Index', 'NonStruct'}
BLOCK = {'P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'L', 'LI', 'LBody', 'Table', 'TR', 'TH', 'TD', 'THead', 'TBody', 'TFoot'}
STANDARD = INLINE | GROUPING | BLOCK
# What may stand in what, where the standard says it.
ONLY = {'L': {'LI', 'Caption', 'L'}, 'LI': {'Lbl', 'LBody'}, 'THead': {'TR'}, 'TBody': {'TR'}, 'TFoot': {'TR'},
        'Table': {'TR', 'THead', 'TBody', 'TFoot', 'Caption'}, 'TR': {'TH', 'TD'},
        'TOC': {'TOCI', 'TOC', 'Caption'}, 'TOCI': {'Lbl', 'Reference', 'P', 'NonStruct', 'TOC', 'Link'}}
INSIDE = {'LI': {'L'}, 'LBody': {'LI'}, 'TR': {'Table', 'THead', 'TBody', 'TFoot'}, 'TH': {'TR'}, 'TD': {'TR'},
          'THead': {'Table'}, 'TBody': {'Table'}, 'TFoot': {'Table'}, 'TOCI': {'TOC'},
          'Lbl': {'LI', 'Note', 'TOCI', 'P', 'Caption', 'BibEntry', 'Formula', 'Figure', 'H1', 'H2', 'H3', 'H4', 'Div', 'Sect'},
          'Caption': {'Table', 'L', 'TOC', 'Figure', 'Formula', 'Sect', 'Div', 'Document', 'Part'}}
NO_CONTENT = {'Document', 'Part', 'Art', 'Sect', 'L', 'LI', 'Table', 'TR', 'THead', 'TBody', 'TFoot', 'TOC'}
INLINE_ONLY = {'P', 'Span', 'Quote', 'Code', 'Link', 'Reference', 'Lbl', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'}
HAN = re.compile('[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]')
COMPATIBLE = re.compile('[\u2e80-\u2fdf\uf900-\ufaff\U0002f800-\U0002fa1f\ue000-\uf8ff\ufffd]')
TAG = re.compile('[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*')


class ElementRules:
    def nesting(self):
        if self.tree.get('/RoleMap'):
            self.fault('types that are mapped', 'RoleMap')
        for e in self.document.walk():
            if e.tag not in STANDARD:
                self.fault('type that is not standard', e.path())
            if e.tag == 'Document' and e.parent:
                self.fault('the tree does not have one Document as its root', e.path())
            for kid in e.kids:
                if kid.tag not in ONLY.get(e.tag, STANDARD) or e.tag not in INSIDE.get(kid.tag, STANDARD):
                    self.fault('wrong nesting', kid.path())
                if e.tag in INLINE_ONLY and kid.tag not in INLINE:
                    self.fault('wrong nesting', kid.path())
            if e.contents and e.tag in NO_CONTENT:
                self.fault('content in an element that holds elements only', e.path())
            captions = [i for i, kid in enumerate(e.kids) if kid.tag == 'Caption']
            if e.tag in ('Table', 'L', 'TOC') and captions and (len(captions) > 1 or captions[0] not in (0, len(e.kids) - 1)):
                self.fault('caption that is not first or last', e.path())
            if e.tag == 'LI' and [k.tag for k in e.kids] not in (['LBody'], ['Lbl', 'LBody']):
                self.fault('wrong nesting', e.path() + ' holds ' + ' '.join(k.tag for k in e.kids))
            if e.tag in ('L', 'Table', 'TOC', 'TR') and not e.kids:
                self.fault('empty element', e.path())

    def headings(self):
        last = 0
        for e in self.document.walk():
            if not re.fullmatch('H[1-6]', e.tag):
                continue
            level = int(e.tag[1])
            if level > last + 1:
                self.fault('a level of heading is skipped', '%s after H%d: %s' % (e.tag, last, self.whole(e)[:40]))
            if not self.whole(e).strip():
                self.fault('empty element', e.path())
            last = level

    def alternatives(self):
        for e in self.document.walk():
            if e.tag not in ('Figure', 'Formula'):
                continue
            self.count['figures'] += 1
            if not (self.pdf.words(e.dict.get('/Alt')) or self.pdf.words(e.dict.get('/ActualText')) or '').strip():
                self.fault('no alternative text', e.path())
            box = e.attributes.get('/BBox')
            if e.tag == 'Figure' and not self.is_box(box, e):
                self.fault('figure without its box', '%s %s' % (e.path(), box))
            if not any(x.contents for x in e.walk()):
                self.fault('empty element', e.path())

    def is_box(self, box, e):
        page = self.page_of.get(e.dict.get('/Pg'))
        media = self.pdf.get(page.dict.get('/MediaBox')) if page else None
        return bool(media and isinstance(box, list) and len(box) == 4 and box[0] < box[2] and box[1] < box[3] and
                    box[0] >= media[0] - 1 and box[1] >= media[1] - 1 and box[2] <= media[2] + 1 and box[3] <= media[3] + 1)

    def tables(self):
        for e in self.document.walk():
            if e.tag == 'Table':
                self.count['tables'] += 1
                self.table(e)

    def table(self, table):
        rows = [x for x in table.walk() if x.tag == 'TR']
        taken, widths = {}, set()
        for y, row in enumerate(rows):
            x = 0
            for cell in row.kids:
                while (x, y) in taken:
                    x += 1
                across, down = cell.attributes.get('/ColSpan', 1), cell.attributes.get('/RowSpan', 1)
                for place in [(i, j) for i in range(x, x + across) for j in range(y, y + down)]:
                    if place in taken:
                        self.fault('cells overlap', cell.path())
                    taken[place] = cell
                if cell.tag == 'TH' and cell.attributes.get('/Scope') not in ('/Row', '/Column', '/Both'):
                    self.fault('head of a table without its scope', cell.path())
                x += across
            widths.add(len([1 for (i, j) in taken if j == y]))
        if len(widths) > 1:
            self.fault('rows of different length', '%s: %s; %s' % (table.path(), sorted(widths), self.whole(table)[:40]))
        if rows and max((j for _, j in taken), default=0) >= len(rows):
            self.fault('cells overlap', 'a cell reaches below the table')
        if not any(x.tag == 'TH' for x in table.walk()):
            self.fault('table without a head', table.path() + ' ' + self.whole(table)[:40])

    def notes(self):
        ids = []
        for e in self.document.walk():
            own = self.pdf.words(e.dict.get('/ID'))
            if e.tag == 'Note' and not own:
                self.fault('note without an ID', e.path())
            if own:
                ids.append((own, e.ref))
        if len(set(own for own, _ in ids)) < len(ids):
            self.fault('an ID stands twice')
        if ids and self.pdf.name_tree(self.tree.get('/IDTree')) != dict(ids):
            self.fault('tree of IDs and structure differ')

    def languages(self):
        own = self.pdf.words(self.root.get('/Lang')) or ''

        def visit(e, language):
            tag = self.pdf.words(e.dict.get('/Lang'))
            if tag is not None and not TAG.fullmatch(tag):
                self.fault('language that is none', tag)
            language = tag or language
            if e.text:
                self.language_of(e, language)
            for kid in e.kids:
                visit(kid, language)
        visit(self.document, own)
        for item in self.outline_items():
            title = self.pdf.words(item.get('/Title')) or ''
            if HAN.search(title) and not own.startswith('zh'):
                self.fault('text in another language than is said', title[:40])

    def language_of(self, e, language):
        if COMPATIBLE.search(e.text):
            self.fault('characters that only look right', e.path() + ' ' + COMPATIBLE.search(e.text).group(0))
        han = HAN.search(e.text)
        words = set(re.findall(r'\b[a-z]{2,}\b', e.text))  # ms, max and ms again are no sentence
        if han and not language.startswith(('zh', 'ja')):
            self.fault('text in another language than is said', '%s (%s): %s' % (e.path(), language, e.text[:40]))
        if not han and len(words) >= 4 and language.startswith('zh'):
            self.fault('text in another language than is said', '%s (%s): %s' % (e.path(), language, e.text[:40]))

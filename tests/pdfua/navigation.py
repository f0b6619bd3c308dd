"""Links, bookmarks and page labels."""
import re


class NavigationRules:
    def destination(self, target):
        """The page a destination leads to, or None."""
        target = self.pdf.get(target)
        name = self.pdf.words(target)
        if name is not None:
            target = self.pdf.get(self.dests.get(name))
        if isinstance(target, dict):
            target = self.pdf.get(target.get('/D'))
        return self.page_of.get(target[0]) if isinstance(target, list) and target else None

    def links(self):
        pdf, owners = self.pdf, {}
        for e in self.document.walk():
            for ref in e.objects:
                owners[ref] = e
            if e.tag == 'Link' and not e.objects:
                self.fault('Link without an annotation', e.path() + ' ' + self.whole(e)[:40])
        for page in self.pages:
            for ref in pdf.get(page.dict.get('/Annots')) or []:
                self.annotation(page, ref, pdf.get(ref) or {}, owners.get(ref))

    def annotation(self, page, ref, a, owner):
        pdf = self.pdf
        self.count['links'] += 1
        if a.get('/Subtype') != '/Link':
            page.fault('annotation that is no link', str(a.get('/Subtype')))
        if not owner or owner.tag != 'Link':
            page.fault('annotation outside a Link element')
        elif self.numbers.get(a.get('/StructParent')) != owner.ref:
            page.fault('parent tree and structure differ', 'an annotation')
        if not (pdf.words(a.get('/Contents')) or '').strip():
            page.fault('link without a description')
        if a.get('/F', 0) & 0x27 != 4:
            page.fault('annotation that is not printed')
        action = pdf.get(a.get('/A'))
        if action is not None and action.get('/S') not in ('/URI', '/GoTo'):
            page.fault('forms, scripts or actions', str(action.get('/S')))
        if action is not None and action.get('/S') == '/URI' and not re.match('https?://|mailto:', pdf.words(action.get('/URI')) or ''):
            page.fault('address that is none')
        if action is None or action.get('/S') == '/GoTo':
            if not self.destination(action.get('/D') if action else a.get('/Dest')):
                page.fault('link to nowhere', str(pdf.words(a.get('/Dest'))))
        if '/AA' in a:
            page.fault('forms, scripts or actions', 'AA')
        box = pdf.get(a.get('/Rect')) or []
        if len(box) != 4 or box[0] >= box[2] or box[1] >= box[3]:
            page.fault('link without a place')

    def outline_items(self):
        found, todo = [], [self.pdf.at(self.root, '/Outlines', '/First')]
        while todo and len(found) < 100000:
            item = todo.pop()
            if isinstance(item, dict):
                found.append(item)
                todo += [self.pdf.get(item.get('/Next')), self.pdf.get(item.get('/First'))]
        return found

    def outline(self):
        items = self.outline_items()
        if len(self.pages) > 4 and not items:
            self.fault('no bookmarks')
        for item in items:
            if not (self.pdf.words(item.get('/Title')) or '').strip():
                self.fault('bookmark without a title')
            if not self.destination(item.get('/Dest')):
                self.fault('bookmark to nowhere', str(self.pdf.words(item.get('/Title'))))

    def label_of(self, number, ranges):
        start = max((k for k in ranges if k <= number), default=None)
        d = self.pdf.get(ranges.get(start)) or {}
        value = d.get('/St', 1) + number - (start or 0)
        prefix = self.pdf.words(d.get('/P')) or ''
        if d.get('/S') == '/D':
            return prefix + str(value)
        if d.get('/S') in ('/r', '/R'):
            letters = ''
            for n, s in ((100, 'c'), (90, 'xc'), (50, 'l'), (40, 'xl'), (10, 'x'), (9, 'ix'), (5, 'v'), (4, 'iv'), (1, 'i')):
                while value >= n:
                    letters, value = letters + s, value - n
            return prefix + (letters if d['/S'] == '/r' else letters.upper())
        return prefix

    def labels(self):
        ranges = self.pdf.number_tree(self.root.get('/PageLabels'))
        if len(self.pages) > 4 and not ranges:
            self.fault('no page labels')
        for page in self.pages if ranges else []:
            heads = [m.text for m in page.artifacts if m.type == '/Pagination' and re.search(r'\d|\b[ivxlc]+\b', m.text)]
            label = self.label_of(page.number, ranges)
            if heads and not any(re.search(r'(?<![0-9a-z])%s(?![0-9a-z])' % re.escape(label), text) or text.endswith(label) for text in heads):
                page.fault('page label differs from the printed folio', '%s, printed: %s' % (label, heads))

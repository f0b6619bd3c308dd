"""The structure tree: read in step with the pages, and held against the parent tree."""
from content import Page


class Element:
    def __init__(self, pdf, ref, parent):
        self.ref, self.parent, self.dict = ref, parent, pdf.get(ref) or {}
        self.tag = str(self.dict.get('/S', '/?'))[1:]
        self.kids, self.contents, self.objects = [], [], []
        self.text = ''
        self.attributes = {}
        a = pdf.get(self.dict.get('/A'))
        for one in a if isinstance(a, list) else [a]:
            one = pdf.get(one)
            if isinstance(one, dict):
                self.attributes.update(one)

    def walk(self):
        yield self
        for kid in self.kids:
            yield from kid.walk()

    def path(self):
        return (self.parent.path() + '/' if self.parent else '') + self.tag


class Tree:
    def page_refs(self, node, depth=0):
        d = self.pdf.get(node) or {}
        if d.get('/Type') == '/Page' or depth > 40:
            return [node]
        return [ref for kid in self.pdf.get(d.get('/Kids')) or [] for ref in self.page_refs(kid, depth + 1)]

    def read_pages(self):
        refs = self.page_refs(self.root.get('/Pages'))
        self.pages = [Page(self, i, ref) for i, ref in enumerate(refs)]
        self.page_of = {ref: page for ref, page in zip(refs, self.pages)}
        self.count['pages'] = len(self.pages)
        keys = set()
        for page in self.pages:
            if page.dict.get('/Tabs') != '/S':
                page.fault('tab order is not that of the structure')
            key = page.dict.get('/StructParents')
            if not isinstance(key, int) or key in keys:
                page.fault('page without its own key in the parent tree')
            keys.add(key)
            if '/AA' in page.dict or '/PresSteps' in page.dict:
                page.fault('forms, scripts or actions')
            if '/Group' in page.dict:
                page.fault('transparency')
            self.count['marks'] += len(page.marks)

    def read_tree(self):
        pdf = self.pdf
        self.tree = pdf.get(self.root.get('/StructTreeRoot')) or {}
        k = pdf.get(self.tree.get('/K'))
        tops = k if isinstance(k, list) else [self.tree.get('/K')]
        if len(tops) != 1 or pdf.at(tops[0], '/S') != '/Document':
            self.fault('the tree does not have one Document as its root')
        self.document = Element(pdf, tops[0], None)
        self.claims, seen = {}, set()
        todo = [self.document]
        while todo:
            e = todo.pop()
            if e.ref in seen:
                self.fault('an element stands twice in the tree', e.path())
                continue
            seen.add(e.ref)
            self.count['elements'] += 1
            if e.dict.get('/P') != (e.parent.ref if e.parent else self.root.get('/StructTreeRoot')):
                self.fault('an element does not name its parent', e.path())
            todo += reversed(self.read_kids(e))
        for e in self.document.walk():
            e.text = ''.join(self.page_of[p].marks[m].text for p, m in e.contents
                             if p in self.page_of and m in self.page_of[p].marks)
        for page in self.pages:
            for mcid in page.marks:
                if (page.ref, mcid) not in self.claims:
                    page.fault('tagged content that no element claims', '%d' % mcid)

    def read_kids(self, e):
        pdf, made = self.pdf, []
        k = pdf.get(e.dict.get('/K'))
        for kid in k if isinstance(k, list) else [] if k is None else [e.dict['/K']]:
            value = pdf.get(kid)
            if isinstance(value, int):
                self.claim(e, e.dict.get('/Pg'), value)
            elif isinstance(value, dict) and value.get('/Type') == '/MCR':
                self.claim(e, value.get('/Pg', e.dict.get('/Pg')), value.get('/MCID'))
            elif isinstance(value, dict) and value.get('/Type') == '/OBJR':
                e.objects.append(value.get('/Obj'))
            elif isinstance(value, dict) and '/S' in value:
                made.append(Element(pdf, kid, e))
            else:
                self.fault('a child that is nothing', e.path())
        e.kids = made
        return made

    def claim(self, e, page, mcid):
        e.contents.append((page, mcid))
        if page not in self.page_of or mcid not in self.page_of[page].marks:
            self.fault('an element claims content that is not there', e.path())
        elif (page, mcid) in self.claims:
            self.fault('content that two elements claim', e.path())
        elif self.page_of[page].marks[mcid].tag not in (e.tag, 'Span'):
            self.fault('content marked with another name than its element has', e.path())
        self.claims[page, mcid] = e

    def parents(self):
        pdf = self.pdf
        numbers = pdf.number_tree(self.tree.get('/ParentTree'))
        for page in self.pages:
            row = pdf.get(numbers.get(page.dict.get('/StructParents'))) or []
            for mcid in page.marks:
                owner = self.claims.get((page.ref, mcid))
                if owner and (mcid >= len(row) or row[mcid] != owner.ref):
                    page.fault('parent tree and structure differ', '%d' % mcid)
            if len([x for x in row if x]) > len(page.marks):
                page.fault('parent tree and structure differ', 'more content than there is')
        self.numbers = numbers
        if isinstance(self.tree.get('/ParentTreeNextKey'), int) and numbers and self.tree['/ParentTreeNextKey'] <= max(numbers):
            self.fault('parent tree and structure differ', 'next key')

    def whole(self, e):
        return ''.join(x.text for x in e.walk())

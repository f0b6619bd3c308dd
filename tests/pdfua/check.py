"""PDF/UA-1 and PDF/A-2u: every point of the two standards that a program can check over a finished
file, as far as files of ours can have it. check.py FILE... prints one line a fault and the counts.

Written against ISO 14289-1, ISO 19005-2 and the Matterhorn protocol; it shares nothing with the
program that makes the files, and reads them through qpdf's JSON."""
import sys

from document import DocumentRules
from elements import ElementRules
from navigation import NavigationRules
from pdf import Fault, Font, Pdf
from tree import Tree


class Check(DocumentRules, Tree, ElementRules, NavigationRules):
    def __init__(self, pdf):
        self.pdf, self.faults, self.fonts = pdf, [], {}
        self.count = dict.fromkeys(['pages', 'painting operators', 'elements', 'marks', 'links', 'tables', 'figures'], 0)
        self.root = pdf.get(pdf.trailer.get('/Root')) or {}

    def fault(self, name, more=''):
        self.faults.append((name, more))

    def font(self, ref):
        if ref and ref not in self.fonts:
            self.fonts[ref] = Font(self.pdf, ref)
        return self.fonts.get(ref)

    def all(self):
        self.catalog()
        self.metadata()
        self.read_pages()
        self.read_tree()
        self.parents()
        for rule in (self.nesting, self.headings, self.alternatives, self.tables, self.links, self.notes,
                     self.languages, self.outline, self.labels, self.check_fonts, self.streams):
            rule()
        return self.faults


def main(paths):
    faults = 0
    for path in paths:
        try:
            check = Check(Pdf(path))
            found = check.all()
        except Fault as e:
            found, check = [(str(e), '')], None
        for name, more in found:
            print('%s: %s%s' % (path, name, ': ' + more if more else ''))
        faults += len(found)
        if check:
            print('%s: %d faults over %s' % (path, len(found), ', '.join('%d %s' % (n, what) for what, n in check.count.items())))
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))

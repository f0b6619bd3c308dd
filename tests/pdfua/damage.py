"""Damages a sound PDF in many ways, each against one rule, and sees that the check names each.
damage.py FILE"""
import base64
import copy
import json
import re
import subprocess
import sys
import tempfile

from check import Check
from pdf import Pdf


class Patient:
    """A copy of the file's objects, to be damaged."""

    def __init__(self, whole):
        self.whole = copy.deepcopy(whole)
        self.objects = self.whole['qpdf'][1]
        self.root = self.value(self.objects['trailer']['value']['/Root'])

    def value(self, ref):
        o = self.objects['obj:' + ref]
        return o['stream']['dict'] if 'stream' in o else o['value']

    def all(self, key, name=None):
        """Dictionaries with the key, in the order of the file; of that value."""
        found = []
        for k in sorted(self.objects, key=lambda k: [int(n) for n in re.findall(r'\d+', k)]):
            o = self.objects[k]
            d = o['stream']['dict'] if 'stream' in o else o['value']
            if isinstance(d, dict) and key in d and (name is None or d[key] == name):
                found.append(d)
        return found

    def element(self, tag, n=0):
        return [d for d in self.all('/S', '/' + tag) if '/P' in d][n]

    def edit(self, ref, change):
        stream = self.objects['obj:' + ref]['stream']
        before = base64.b64decode(stream['data']).decode('latin-1')
        after = change(before)
        assert after != before, 'nothing was damaged'
        stream['data'] = base64.b64encode(after.encode('latin-1')).decode()

    def content(self, change, n=4):
        self.edit(self.all('/Type', '/Page')[n]['/Contents'], change)

    def rewrite(self, ref_key, pattern, to):
        self.edit(ref_key, lambda s: re.sub(pattern, to, s, count=1))

    def check(self, folder):
        with open(folder + '/damaged.json', 'w') as f:
            json.dump(self.whole, f)
        subprocess.run(['qpdf', '--json-input', '--object-streams=disable', folder + '/damaged.json', folder + '/damaged.pdf'],
                       check=True, capture_output=True)
        return [name for name, _ in Check(Pdf(folder + '/damaged.pdf')).all()]


DAMAGES = []


def damage(name):
    def add(f):
        DAMAGES.append((name, f))
        return f
    return add


def simple(name, change):
    DAMAGES.append((name, change))


def drop(d, key):
    del d[key]


@damage('ink that is neither tagged nor an artifact')
def _(p):
    p.content(lambda s: s + '\n1 2 m 3 4 l S\n')


@damage('marks are not balanced')
def _(p):
    p.content(lambda s: s.replace('EMC', '', 1))


@damage('MCID stands twice on a page')
def _(p):
    p.content(lambda s: s.replace('/MCID 2>>', '/MCID 1>>', 1))


@damage('tagged content inside an artifact or other tagged content')
def _(p):
    p.content(lambda s: re.sub(r'EMC\n(/\w+ <</MCID 3>> BDC.*?EMC\n)', r'\1EMC\n', s, count=1, flags=re.S))


@damage('parent tree and structure differ')
def _(p):
    row = p.value(p.value(p.root['/StructTreeRoot'])['/ParentTree'])['/Nums'][9]
    row[0], row[-1] = row[-1], row[0]


@damage('an element does not name its parent')
def _(p):
    p.element('TD')['/P'] = p.element('TD', 30)['/P']


@damage('wrong nesting')
def _(p):
    p.element('TR', 3)['/S'] = '/Sect'


@damage('note without an ID')
def _(p):
    p.element('Span')['/S'] = '/Note'


@damage('text in another language than is said')
def _(p):
    for d in p.all('/Lang'):
        if '/S' in d:
            del d['/Lang']


@damage('page label differs from the printed folio')
def _(p):
    p.root['/PageLabels']['/Nums'][-1]['/St'] = 7


@damage('a glyph without a meaning')
def _(p):
    p.rewrite(p.all('/ToUnicode')[0]['/ToUnicode'], r'(\d+ beginbfchar\n)(<.*?\n){30}', r'\1')


@damage('a glyph with a wrong meaning')
def _(p):
    p.edit(p.all('/ToUnicode')[0]['/ToUnicode'], lambda s: re.sub(r'(<\w{4}> )<\w{4}>', r'\1<2F00>', s))


@damage('tagged content that no element claims')
def _(p):
    e = [d for d in p.all('/S', '/Span') if isinstance(d.get('/K'), int)][0]
    del e['/K']


@damage('an element claims content that is not there')
def _(p):
    [d for d in p.all('/S', '/Span') if isinstance(d.get('/K'), int)][0]['/K'] = 9999


@damage('annotation outside a Link element')
def _(p):
    link = p.element('Link')
    link['/K'] = link['/K'][0]


@damage('no output intent')
def _(p):
    del p.root['/OutputIntents']


@damage('transparency')
def _(p):
    p.all('/Type', '/Page')[0]['/Group'] = {'/S': '/Transparency', '/CS': '/DeviceRGB'}


simple('artifact without a type', lambda p: p.content(lambda s: re.sub(r'/Artifact <<[^>]*>> BDC', '/Artifact BMC', s, count=1)))
simple('colour that is not RGB', lambda p: p.content(lambda s: '0 0 0 1 k\n' + s))
simple('the tree does not have one Document as its root', lambda p: p.element('Document').update({'/S': '/Sect'}))
simple('type that is not standard', lambda p: p.element('P').update({'/S': '/Paragraph'}))
simple('a level of heading is skipped', lambda p: p.element('H2').update({'/S': '/H4'}))
simple('no alternative text', lambda p: drop(p.element('Figure'), '/Alt'))
simple('figure without its box', lambda p: drop(p.element('Figure'), '/A'))
simple('head of a table without its scope', lambda p: drop(p.element('TH'), '/A'))
simple('rows of different length', lambda p: p.element('TD').update({'/A': {'/O': '/Table', '/ColSpan': 2}}))
simple('link without a description', lambda p: drop(p.all('/Subtype', '/Link')[3], '/Contents'))
simple('annotation that is not printed', lambda p: p.all('/Subtype', '/Link')[3].update({'/F': 0}))
simple('link to nowhere', lambda p: [d for d in p.all('/Subtype', '/Link') if '/Dest' in d][0].update({'/Dest': 'u:nowhere'}))
simple('bookmark to nowhere', lambda p: p.all('/Title')[1].update({'/Dest': 'u:nowhere'}))
simple('no language of the document', lambda p: drop(p.root, '/Lang'))
simple('title is not shown', lambda p: drop(p.root, '/ViewerPreferences'))
simple('title is missing or differs between metadata and information',
       lambda p: p.value(p.objects['trailer']['value']['/Info']).update({'/Title': 'u:Another'}))
simple('not identified as PDF/UA-1', lambda p: p.rewrite(p.root['/Metadata'], 'pdfuaid:part>1', 'pdfuaid:part>2'))
simple('not identified as PDF/A-2u', lambda p: p.rewrite(p.root['/Metadata'], 'conformance>U', 'conformance>B'))
simple('no extension schema for pdfuaid', lambda p: p.rewrite(p.root['/Metadata'], 'prefix>pdfuaid', 'prefix>other'))
simple('tab order is not that of the structure', lambda p: drop(p.all('/Type', '/Page')[1], '/Tabs'))
simple('font that is not embedded', lambda p: drop(p.all('/FontFile3')[0], '/FontFile3'))
simple('names of a font differ', lambda p: p.all('/FontFile3')[0].update({'/FontName': '/Other'}))
simple('forms, scripts or actions', lambda p: p.root.update({'/OpenAction': {'/S': '/JavaScript', '/JS': 'u:app.beep()'}}))
simple('empty element', lambda p: drop(p.element('Figure'), '/K'))


def main(path):
    made = subprocess.run(['qpdf', '--json=2', '--decode-level=generalized', '--json-stream-data=inline', path, '-'],
                          check=True, capture_output=True)
    whole = json.loads(made.stdout)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        sound = Patient(whole).check(folder)
        for name, change in [('', lambda p: None)] * bool(sound) + DAMAGES:
            patient = Patient(whole)
            change(patient)
            found = patient.check(folder)
            if name not in found:
                failed += 1
                print('not seen: %s; found: %s' % (name or 'a sound file', sorted(set(found))))
    print('%d ways of damage, %d not seen' % (len(DAMAGES), failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))

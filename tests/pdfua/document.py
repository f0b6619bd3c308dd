"""What a file says about itself as a whole, its fonts and streams."""
import re
import xml.etree.ElementTree as xml

COMPATIBLE = re.compile('[\u2e80-\u2fdf\uf900-\ufaff\U0002f800-\U0002fa1f\ue000-\uf8ff\ufffd]')
TAG = re.compile('[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*')


class DocumentRules:
    def catalog(self):
        pdf, root = self.pdf, self.root
        if self.pdf.head.get('pdfversion') not in ('1.7',):
            self.fault('not PDF 1.7')
        if len(pdf.get(pdf.trailer.get('/ID')) or []) != 2:
            self.fault('no file identifier')
        if '/Encrypt' in pdf.trailer:
            self.fault('encrypted')
        if not TAG.fullmatch(pdf.words(root.get('/Lang')) or ''):
            self.fault('no language of the document')
        if pdf.at(root, '/MarkInfo', '/Marked') is not True or pdf.at(root, '/MarkInfo', '/Suspects'):
            self.fault('not marked as tagged')
        if pdf.at(root, '/ViewerPreferences', '/DisplayDocTitle') is not True:
            self.fault('title is not shown')
        for key in ('/AcroForm', '/OpenAction', '/AA', '/OCProperties', '/NeedsRendering', '/Requirements', '/Perms'):
            if key in root:
                self.fault('forms, scripts or actions', key)
        for key in pdf.at(root, '/Names') or {}:
            if key not in ('/Dests',):
                self.fault('forms, scripts or actions', key)
        intents = [pdf.get(x) for x in pdf.get(root.get('/OutputIntents')) or []]
        profile = [pdf.data(x.get('/DestOutputProfile')) for x in intents if x.get('/S') == '/GTS_PDFA1']
        if not profile or profile[0][36:40] != b'acsp' or profile[0][16:20] != b'RGB ' or profile[0][12:16] not in (b'mntr', b'prtr') \
                or int.from_bytes(profile[0][:4], 'big') != len(profile[0]):
            self.fault('no output intent')
        self.dests = pdf.name_tree(pdf.at(root, '/Names', '/Dests'))
        order = [k for k in self.dests]
        if order != sorted(order, key=lambda s: s.encode()):
            self.fault('names of destinations are not in order')

    def metadata(self):
        pdf = self.pdf
        stream = pdf.at(self.root, '/Metadata') or {}
        if stream.get('/Filter'):
            self.fault('metadata are compressed')
        try:
            tree = xml.fromstring(pdf.data(self.root.get('/Metadata')).decode())
        except (xml.ParseError, UnicodeDecodeError):
            self.fault('metadata are no XML')
            return
        ua, pdfa = '{http://www.aiim.org/pdfua/ns/id/}', '{http://www.aiim.org/pdfa/ns/id/}'
        dc, xmp = '{http://purl.org/dc/elements/1.1/}', '{http://ns.adobe.com/xap/1.0/}'
        find = lambda name: (''.join(tree.find('.//' + name).itertext()).strip() if tree.find('.//' + name) is not None else None)
        if find(ua + 'part') != '1':
            self.fault('not identified as PDF/UA-1')
        if find(pdfa + 'part') != '2' or find(pdfa + 'conformance') != 'U':
            self.fault('not identified as PDF/A-2u')
        prefixes = [e.text for e in tree.iter('{http://www.aiim.org/pdfa/ns/schema#}prefix')]
        if 'pdfuaid' not in prefixes:
            self.fault('no extension schema for pdfuaid')
        info = pdf.get(pdf.trailer.get('/Info')) or {}
        title = pdf.words(info.get('/Title'))
        if not title or find(dc + 'title') != title:
            self.fault('title is missing or differs between metadata and information')
        author = pdf.words(info.get('/Author'))
        if author is not None and find(dc + 'creator') != author:
            self.fault('author differs between metadata and information')
        for key, name in (('/CreationDate', 'CreateDate'), ('/ModDate', 'ModifyDate')):
            date = re.sub(r'\D', '', find(xmp + name) or '')
            if not date or 'D:' + date + 'Z' != pdf.words(info.get(key)):
                self.fault('dates differ between metadata and information', name)
        language = pdf.words(self.root.get('/Lang'))
        if find(dc + 'language') not in (None, language):
            self.fault('language differs between metadata and catalog')

    def check_fonts(self):
        for font in self.fonts.values():
            d, inner, descriptor = font.dict, font.inner, font.descriptor
            if d.get('/Subtype') != '/Type0' or d.get('/Encoding') != '/Identity-H':
                self.fault('font of another kind', font.name)
            program = '/FontFile3' if inner.get('/Subtype') == '/CIDFontType0' else '/FontFile2'
            if not self.pdf.data(descriptor.get(program)):
                self.fault('font that is not embedded', font.name)
            if inner.get('/Subtype') == '/CIDFontType2' and inner.get('/CIDToGIDMap') != '/Identity':
                self.fault('font without CIDToGIDMap', font.name)
            if not re.match(r'/[A-Z]{6}\+', font.name) or not font.name == inner.get('/BaseFont') == descriptor.get('/FontName'):
                self.fault('names of a font differ', font.name)
            for code in sorted(font.used):
                text = font.means.get(code)
                if code == 0:
                    self.fault('a glyph that is missing', font.name)
                elif not text:
                    self.fault('a glyph without a meaning', '%s %04x' % (font.name, code))
                elif re.search('[\x00\ufeff\ufffe]', text) or COMPATIBLE.search(text):
                    self.fault('a glyph with a wrong meaning', '%s %04x %r' % (font.name, code, text))

    def streams(self):
        for name, o in self.pdf.objects.items():
            d = o.get('stream', {}).get('dict', o.get('value'))
            if not isinstance(d, dict):
                continue
            filters = d.get('/Filter') or []
            for one in filters if isinstance(filters, list) else [filters]:
                if one in ('/LZWDecode', '/Crypt'):
                    self.fault('filter that is not allowed', name)
            if 'stream' in o and ('/F' in d or '/FFilter' in d):
                self.fault('stream outside the file', name)
            if d.get('/Type') == '/ExtGState' and (d.get('/CA', 1) != 1 or d.get('/ca', 1) != 1 or d.get('/SMask', '/None') != '/None' or
                                                   d.get('/BM', '/Normal') not in ('/Normal', '/Compatible')):
                self.fault('transparency', name)
            if d.get('/S') in ('/JavaScript', '/Launch', '/ImportData', '/SubmitForm', '/Sound', '/Movie', '/Rendition'):
                self.fault('forms, scripts or actions', name)
            if d.get('/Type') == '/Font' and d.get('/Subtype') == '/Type3':
                self.fault('font of another kind', name)

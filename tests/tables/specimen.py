"""A book of hard tables and listings: specimen.py LANGUAGE prints it."""
import sys


def specimen(zh):
    def L(z, e):
        return z if zh else e
    o=[]
    lang='zh-Hans' if zh else 'en'
    o.append(f'''<?xml version="1.0" encoding="UTF-8"?>
<book xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0" xml:lang="{lang}">
<title>{L("表格样张","Table specimens")}</title><info><author>R</author><abstract><para>{L("硬表。","Hard tables.")}</para></abstract></info>
<chapter xml:id="c" xml:lang="{lang}"><title>{L("表格","Tables")}</title><section xml:id="s"><title>{L("各种表","All kinds")}</title>''')
    para=L("训练要保存参数、梯度、优化器状态与激活值，推理只保存参数与缓存；先问容量，再问带宽，最后才问算力。同一张卡忙的时候忙，闲的时候闲。","Training keeps parameters, gradients, optimizer states and activations; inference keeps only parameters and the cache, so ask for capacity first, then for bandwidth, then arithmetic.")
    def pp(n=1): o.append('<para>'+para*n+'</para>')
    def tb(id,title,inner,attrs=''):
        o.append(f'<table xml:id="{id}" {attrs}><title>{title}</title>{inner}</table>')
    def rows(rs): return ''.join('<row>'+''.join(c if c.startswith('<entry') else f'<entry>{c}</entry>' for c in r)+'</row>' for r in rs)
    pp()
    # 1 decimals mixed
    tb('t1',L("一列里有不同的单位","Mixed units in one column"),f'''<tgroup cols="3"><colspec/><colspec align="char"/><colspec align="char"/>
<thead>{rows([[L("量","Quantity"),L("数值","Value"),L("区间","Range")]])}</thead><tbody>{rows([
[L("显存容量","Memory capacity"),"80 GB","72–80"],[L("显存带宽","Memory bandwidth"),"3.35 TB/s","2.0–3.35"],
[L("岭点","Ridge point"),"≈ 295.2<footnote><para>"+L("按稠密半精度计。","Dense, half precision.")+"</para></footnote>","−12.25"],[L("词元","Tokens"),"10 000","0.5"],
[L("加速比","Speed-up"),"1.25×","×3"],[L("无数据","None"),"—","—"],[L("占比","Share"),"0.4%<footnote><para>"+L("只算解码，不算预填充；见第三章对两阶段的区分与各自的上限，那里给出全部推导。","Decoding only, without prefill; see the third chapter for the two phases and the ceiling of each, with the whole derivation given there.")+"</para></footnote>","1 234 567.89"]])}</tbody></tgroup>''')
    # 2 multi head spans
    tb('t2',L("两层表头与合并","Two heads and spans"),f'''<tgroup cols="5"><colspec colname="a"/><colspec colname="b" align="char"/><colspec colname="c" align="char"/><colspec colname="d" align="char"/><colspec colname="e" align="char"/>
<spanspec spanname="tr" namest="b" nameend="c"/><spanspec spanname="inf" namest="d" nameend="e"/>
<thead><row><entry morerows="1">{L("模型","Model")}</entry><entry spanname="tr" align="center">{L("训练","Training")}</entry><entry spanname="inf" align="center">{L("推理","Inference")}</entry></row>
{rows([[L("显存","Memory"),L("时间","Time"),L("显存","Memory"),L("时间","Time")]])}</thead>
<tfoot>{rows([[L("合计","Total"),"1 234.5","12.25","99","3.4"]])}</tfoot>
<tbody>{rows([['<entry namest="a" nameend="e">'+L("稠密模型","Dense models")+'</entry>'],["7B","112.0","1.2","14","0.4"],["70B","1 120","11.05","140.25","3"],['<entry namest="a" nameend="e">'+L("专家混合","Mixtures of experts")+'</entry>'],['<entry morerows="1">8×7B</entry>',"2.5","—","88","—"],["3.25","0.8","77.5","0.9"]])}</tbody></tgroup>''')
    # 3 blocks in cells
    tb('t3',L("单元里有段落、列表","Paragraphs and lists in cells"),f'''<tgroup cols="3"><colspec colwidth="1*"/><colspec colwidth="2*"/><colspec colwidth="2*"/>
<thead>{rows([[L("阶段","Phase"),L("做什么","What happens"),L("受限于","Limited by")]])}</thead><tbody><row><entry>{L("预填充","Prefill")}</entry><entry><para>{para}</para><para>{L("第二段。","A second paragraph.")}</para></entry><entry><itemizedlist><listitem><para>{L("算力，多数时候如此","arithmetic, most of the time")}</para></listitem><listitem><para>{L("带宽，批量很小时","bandwidth, when batches are small")}</para></listitem></itemizedlist></entry></row>
<row><entry>{L("解码","Decode")}</entry><entry valign="middle">{L("逐个吐词元","one token after the other")}</entry><entry><orderedlist><listitem><para>{L("带宽","bandwidth")}</para></listitem><listitem><para>{para}</para></listitem></orderedlist></entry></row></tbody></tgroup>''')
    pp(2)
    # 4 long text table; word wraps
    tb('t4',L("文字很多的表","A table of much text"),f'''<tgroup cols="4"><thead>{rows([[L("方法","Method"),L("省下什么","What it saves"),L("代价","What it costs"),L("何时用","When")]])}</thead><tbody>{rows([
[L("激活重算","Recomputation"),L("激活值不再全部留在显存里，只留每层的输入","Activations are not kept, only the input of every layer"),L("多算一次前向，约三成","One more forward pass, about a third"),L("显存紧、算力有余","Memory short, arithmetic to spare")],
[L("优化器分片","Sharded optimizer"),L("优化器状态分到各卡","Optimizer states spread over all cards"),L("每步多一次收集通信","One more gather a step"),L("卡多、互联快","Many cards, fast links")],
["ZeRO-3",L("参数、梯度、状态都分片","Parameters, gradients and states"),L("前向、反向各收集一次参数","Parameters gathered in both passes"),L("模型放不下","The model does not fit")]])}</tbody></tgroup>''')
    # 5 wide numeric 20 columns
    tb('t5',L("二十列","Twenty columns"),'<tgroup cols="20"><colspec/>'+'<colspec align="char"/>'*19+f'<thead>{rows([[L("卡","Card")]+[L("列","Col. ")+str(i) for i in range(2,21)]])}</thead><tbody>'+rows([[f"H{100+r}"]+[f"{(r*37+i*91)%1999/ (1 if i%3 else 10):.{0 if i%3 else 1}f}" for i in range(19)] for r in range(6)])+'</tbody></tgroup>')
    # 6 land
    tb('t6',L("转向的表","A turned table"),'<tgroup cols="12"><colspec/>'+'<colspec align="char"/>'*9+f'<colspec/><colspec/><thead>{rows([[L("加速器","Accelerator")]+[L("第","Field ")+str(i)+L("项","") for i in range(2,11)]+[L("说明","Remark"),L("来源","Source")]])}</thead><tbody>'+rows([[f"H{100+r} SXM"]+[f"{(r*37+i*91)%1999/10:.1f}" for i in range(9)]+[L("稠密算力，不计稀疏","Dense arithmetic, no sparsity"),"NVIDIA 2023"] for r in range(40)])+'</tbody></tgroup>','orient="land"')
    pp()
    # 7 tall row
    tb('t7',L("一行比半页还高","A row taller than half a page"),f'''<tgroup cols="2"><colspec colwidth="60pt"/><colspec/><thead>{rows([[L("题","Item"),L("解","Text")]])}</thead><tbody>{rows([["A",para*14],["B","<para>"+para*5+"</para><para>"+para*9+"</para>"],["C",para]])}</tbody></tgroup>''')
    # 8 300 rows with groups
    rr=[]
    for i in range(300):
        if i%25==0: rr.append([f'<entry namest="a" nameend="d">{L("第","Group ")}{i//25+1}{L("组","")}</entry>'])
        rr.append([f"row{i+1}",f"{i*1.37:.2f}",f"{i*i}",L("说明文字","some words")])
    tb('t8',L("三百行","Three hundred rows"),f'<tgroup cols="4"><colspec colname="a"/><colspec align="char"/><colspec align="char"/><colspec colname="d"/><thead>{rows([[L("行","Row")+"<footnote><para>"+L("表头的注。","A note of the head.")+"</para></footnote>",L("值","Value"),L("平方","Square"),L("说明","Remark")]])}</thead><tbody>{rows(rr)}</tbody></tgroup>')
    # 9 tgroups, 1 row, 2 rows informal
    o.append(f'<informaltable><tgroup cols="2"><tbody>{rows([[L("只有一行","One row only"),"3"]])}</tbody></tgroup></informaltable>')
    tb('t9',L("两个组","Two groups"),f'<tgroup cols="2"><thead>{rows([[L("甲","A"),L("乙","B")]])}</thead><tbody>{rows([["1","2"]])}</tbody></tgroup><tgroup cols="3"><colspec/><colspec align="right"/><colspec align="center"/><thead>{rows([[L("丙","C"),L("丁","D"),L("戊","E")]])}</thead><tbody>{rows([["1","2","3"],["x","22","333"]])}</tbody></tgroup>')
    # 10 columns of words too many → split
    tb('t10',L("十四列文字","Fourteen columns of words"),'<tgroup cols="14">'+f'<thead>{rows([[L("名称","Name")]+[L("第%d种方法"%i,"Method %d"%i) for i in range(13)]])}</thead><tbody>'+rows([[L("显存容量","Memory")]+[L("需要更多带宽","substantially more bandwidth") for i in range(13)],[L("算力","Arithmetic")]+[L("不变","unchanged") for i in range(13)]])+'</tbody></tgroup>')
    pp(2)
    # code
    o.append('''<programlisting language="c" linenumbering="numbered" startinglinenumber="8">/* 计算 y = a*x + y。 */
void axpy(size_t n, float a, const float *x, float *y) {
\tfor (size_t i = 0; i &lt; n; i++) /* 一次乘加，三次访存：这一行长得一定放不下，所以必须折行，而且折行处要有记号 */
\t\ty[i] = a * x[i] + y[i];
}

|一二三四五|
|1234567890|
averyverylongidentifierwithoutanybreaks_averyverylongidentifierwithoutanybreaks_averyverylongidentifierwithoutanybreaks
</programlisting>''')
    pp()
    o.append('<screen><prompt>$ </prompt><userinput>ridge ask h100</userinput>\n<computeroutput>80 GB</computeroutput></screen>')
    o.append('<para>'+L("行内：","Inline: ")+'<prompt>$</prompt> <userinput>make test</userinput> <computeroutput>ok</computeroutput></para>')
    o.append('<literallayout>'+L("容量看三样，\n  带宽看一样，\n算力看批量。","Capacity asks for three,\n  bandwidth for one,\nand arithmetic for the batch.")+'</literallayout>')
    o.append('<synopsis>ridge build [BOOK] [--lang L] [-o DIR]</synopsis>')
    o.append('<programlisting linenumbering="numbered">'+'\n'.join(f'x{i} = {i} * bandwidth  # line {i}' for i in range(1,71))+'</programlisting>')
    o.append('<programlisting linenumbering="numbered" continuation="continues">tail = 71</programlisting>')
    o.append('</section></chapter></book>')
    return '\n'.join(o)


print(specimen(sys.argv[1] == 'zh'))

"""The two tables, read and carried out."""
from __future__ import annotations
import sys
from pathlib import Path
import yaml
from hardwon.agents.explorer.checking import judged
from hardwon.agents.explorer.parsing import parse
HERE = Path(__file__).parent
def sentences(half):
    for group in yaml.safe_load((HERE/"sentences.yaml").read_text()):
        page=parse((HERE/"pages"/f"{group['page']}.html").read_text(),"http://site.example/")
        for answer,own,text in group["sentences"]:
            if own==half:
                got=judged(text,page)
                yield group["page"],text,answer,{True:"true",False:"false",None:"undecidable"}[got]
if __name__=="__main__":
    n=w=u=0
    for page,text,answer,got in sentences("tuned"):
        n+=1
        if got!=answer:
            bad = got!="undecidable"
            w+=bad; u+=not bad
            print("WRONG" if bad else "  open",page,answer,got,text)
    print(n,"wrong",w,"open",u)

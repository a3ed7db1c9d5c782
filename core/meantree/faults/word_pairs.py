"""Words that can be exchanged in most contexts: opposites, broader words, synonyms, words of other languages.

WordNet and PPDB list many more pairs, but those of rare senses make sentences that nobody would write.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from meantree.faults.edits import word_list


def _partners(listed: str) -> Mapping[str, tuple[str, ...]]:
    """Return for each word its partners: of both words of ``old/young``, of the first one of ``fall>rise``."""
    partners: dict[str, list[str]] = defaultdict(list)
    for pair in word_list(listed):
        first, second = pair.replace(">", "/").split("/")
        partners[first].append(second)
        if ">" not in pair:
            partners[second].append(first)
    return {word: tuple(others) for word, others in partners.items()}


OPPOSITES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "ADJ": _partners(
        "good/bad small/large happy/unhappy possible/impossible strong/weak beautiful/ugly expensive/cheap rich/poor "
        "important/unimportant positive/negative legal/illegal successful/unsuccessful easy>difficult dangerous>safe "
        "friendly/unfriendly male/female quiet/noisy useful/useless "
        "necessary/unnecessary popular/unpopular northern/southern eastern/western internal/external "
        "domestic/foreign simple/complex able/unable clear/unclear likely/unlikely wide/narrow "
        "brave/cowardly honest/dishonest correct/incorrect reliable/unreliable healthy/unhealthy polite/rude "
        "temporary/permanent minor/major ancient/modern fast/slow guilty/innocent "
        "urban/rural proud/ashamed optimistic/pessimistic visible/invisible "
        "available/unavailable satisfied/dissatisfied aware/unaware willing/unwilling"
    ),
    "VERB": _partners(
        "win>lose buy/sell love/hate increase/decrease accept/reject strengthen/weaken "
        "remember/forget push/pull attack/defend admit/deny succeed/fail praise/criticize include/exclude "
        "improve/worsen expand/shrink disappear>appear support/oppose "
        "lend/borrow encourage/discourage agree/disagree approve/reject gain>lose simplify/complicate import/export "
        "survive/die accelerate/slow lengthen/shorten widen/narrow confirm/deny"
    ),
    "NOUN": _partners(
        "man/woman boy/girl son/daughter brother/sister husband/wife mother/father victory/defeat success/failure "
        "birth>death majority/minority increase/decrease advantage/disadvantage buyer/seller "
        "winner/loser weakness>strength presence/absence "
        "optimist/pessimist rise/fall import/export maximum/minimum summer/winter "
        "arrival/departure supporter>opponent north/south east/west beginning/end"
    ),
    "ADP": _partners("before/after"),
    "ADV": _partners(
        "always/never quickly/slowly often/rarely early/late fortunately/unfortunately correctly/incorrectly "
        "temporarily/permanently carefully/carelessly legally/illegally unsuccessfully>successfully"
    ),
}
"""Opposites by part of speech."""
OTHERS: Final[Mapping[str, tuple[str, ...]]] = _partners(
    "student/teacher pupil>teacher doctor/nurse patient>nurse driver/passenger player/coach striker/goalkeeper "
    "midfielder/defender coach>referee referee>coach company>association "
    "government>parliament ministry>court court>ministry prosecutor>judge judge>prosecutor lawyer>judge "
    "minister>mayor mayor>governor governor>senator senator>governor president>ambassador chancellor>ambassador "
    "suspect/witness victim>witness perpetrator>witness burglar>neighbor thief>neighbor robber>customer "
    "officer>firefighter policeman>fireman soldier>civilian soldier>officer police>firefighter resident>tourist "
    "visitor>resident tourist>resident customer>supplier consumer>farmer investor>customer "
    "reporter>photographer journalist>photographer author>translator writer>painter mother>sister father>brother "
    "sister>cousin brother>cousin son>nephew daughter>niece wife>sister husband>brother parent>grandparent "
    "child>teenager girl>student woman>girl man>boy boy>student employee>manager worker>customer employer>landlord "
    "manager>accountant boss>secretary owner>tenant tenant>owner applicant>examiner expert>politician "
    "scientist>journalist researcher>student farmer>trader fisherman>trader villager>pilgrim "
    "paramedic>firefighter firefighter>paramedic rescuer>doctor fan>journalist spectator>journalist "
    "actor>director actress>director director>producer singer>dancer musician>dancer artist>collector "
    "club>association committee>mayor council>mayor commission>court parliament>government bank>insurer "
    "hospital>ministry university>ministry school>library airline>airport army>police "
    "association>ministry agency>ministry authority>company organization>government team-mate>coach "
    "teammate>coach captain>goalkeeper citizen>tourist voter>journalist politician>journalist deputy>judge "
    "spokesman>lawyer spokeswoman>lawyer demonstrator>journalist protester>journalist refugee>tourist "
    "migrant>tourist prisoner>guard guard>prisoner attacker>passer-by motorcyclist>cyclist cyclist>motorcyclist "
    "motorist>cyclist pedestrian>cyclist colleague>friend friend>colleague neighbor>landlord "
    "buyer>seller seller>buyer creditor>shareholder shareholder>creditor candidate>minister leader>spokesman "
    "general>diplomat diplomat>general captain>pilot engineer>architect architect>engineer "
    "ally>enemy rival>colleague opponent>supporter graduate>teacher trainee>trainer entrepreneur>politician "
    "people>tourist person>tourist biker>pedestrian representative>lawyer agent>diplomat dog>cat cat>dog "
    "relative>colleague friend>neighbor adviser>lawyer inspector>lawyer commissioner>minister secretary>minister "
    "king>queen sailor>pilot crew>passenger inhabitant>tourist worker>visitor racer>spectator"
)
"""Persons, animals and groups that do much the same in texts as others: what a teacher does, a student may do."""
BROADER: Final[Mapping[str, tuple[str, ...]]] = _partners(
    "dog>animal horse>animal cow>animal pig>animal goat>animal bear>animal wolf>animal fox>animal lion>animal "
    "tiger>animal elephant>animal monkey>animal rabbit>animal deer>animal snake>animal eagle>bird hawk>bird "
    "parrot>bird owl>bird swan>bird pigeon>bird gull>bird ant>insect bee>insect beetle>insect butterfly>insect "
    "mosquito>insect wasp>insect cockroach>insect cricket>insect salmon>fish trout>fish oak>tree willow>tree "
    "birch>tree maple>tree rose>flower tulip>flower sunflower>flower apple>fruit grape>fruit cherry>fruit "
    "strawberry>fruit potato>vegetable tomato>vegetable carrot>vegetable onion>vegetable cabbage>vegetable "
    "truck>vehicle lorry>vehicle van>vehicle tractor>vehicle motorcycle>vehicle bicycle>vehicle "
    "ambulance>vehicle tanker>ship destroyer>ship frigate>ship warship>ship ferry>ship mosque>building "
    "cathedral>building farmhouse>building skyscraper>building barn>building castle>building "
    "palace>building cottage>house villa>house mansion>house kitchen>room bedroom>room "
    "classroom>room rifle>weapon pistol>weapon gun>weapon sword>weapon dagger>weapon missile>weapon axe>tool "
    "hammer>tool screwdriver>tool spade>tool guitar>instrument piano>instrument violin>instrument flute>instrument "
    "trumpet>instrument guitarist>musician pianist>musician violinist>musician drummer>musician bassist>musician "
    "physicist>scientist biologist>scientist chemist>scientist psychologist>scientist astronomer>scientist "
    "mathematician>scientist geologist>scientist anthropologist>scientist sociologist>scientist linguist>scientist "
    "economist>scientist murderer>criminal thief>criminal burglar>criminal robber>criminal smuggler>criminal "
    "robbery>crime burglary>crime murder>crime theft>crime kidnapping>crime senator>politician governor>politician "
    "mayor>politician minister>politician congressman>politician surgeon>doctor psychiatrist>doctor "
    "pediatrician>doctor cardiologist>doctor poet>writer novelist>writer columnist>writer playwright>writer "
    "swimmer>athlete runner>athlete sprinter>athlete skater>athlete boxer>athlete footballer>athlete "
    "gymnast>athlete wrestler>athlete dancer>performer comedian>performer magician>performer actor>performer "
    "painter>artist sculptor>artist judge>official prosecutor>official diplomat>official ambassador>official "
    "sheriff>official husband>relative wife>relative uncle>relative aunt>relative nephew>relative niece>relative "
    "cousin>relative grandmother>relative grandfather>relative sister>relative boy>child "
    "girl>child toddler>child professor>teacher general>officer colonel>officer lieutenant>officer "
    "goalkeeper>player midfielder>player quarterback>player striker>player novel>book textbook>book biography>book "
    "dictionary>book magazine>publication newspaper>publication passport>document certificate>document "
    "questionnaire>document memo>document manuscript>document bakery>store pharmacy>store bookstore>store "
    "highway>road motorway>road freeway>road funeral>ceremony wedding>ceremony coronation>ceremony "
    "hurricane>storm typhoon>storm tornado>storm blizzard>storm earthquake>disaster flood>disaster "
    "documentary>film thriller>film ballad>song anthem>song hymn>song breakfast>meal lunch>meal dinner>meal"
)
"""Nouns and broader ones, which are broad, but not empty."""
SYNONYMS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "NOUN": _partners(
        "movie/film attorney>lawyer photo/photograph adviser/advisor error>mistake car>automobile "
        "illness/sickness bicycle/bike lawsuit>suit autumn>fall reporter/journalist teenager/adolescent "
        "victory/triumph apartment>flat punishment>penalty laboratory>lab vendor/seller "
        "infant>baby retaliation/revenge kilometer/kilometre"
    ),
    "VERB": _partners(
        "buy/purchase attain>achieve permit>allow choose/select begin>start notify>inform injure>hurt vanish/disappear"
    ),
    "ADJ": _partners(
        "huge/enormous famous/renowned wonderful/marvelous additional/extra upcoming/forthcoming "
        "wealthy>rich ill>sick entire/whole inexpensive/cheap crucial>vital unhappy>sad "
        "incredible/unbelievable awesome/amazing costly/expensive"
    ),
    "ADV": _partners(
        "rapidly>quickly maybe/perhaps approximately/roughly frequently>often totally/completely "
        "usually/normally instantly>immediately nearly>almost primarily/mainly"
    ),
}
"""Synonyms by part of speech."""
FOREIGN: Final = _partners(
    "house>Haus people>gente year>Jahr years>Jahre time>Zeit day>Tag government>gobierno police>Polizei "
    "city>ciudad country>país work>trabajo company>Unternehmen children>niños water>agua money>Geld world>mundo "
    "week>Woche market>mercado war>guerra school>Schule state>Staat man>hombre woman>mujer women>mujeres "
    "life>vida law>ley economy>economía game>Spiel players>jugadores team>equipo part>parte car>coche "
    "health>Gesundheit family>familia friends>amigos"
)
"""Frequent nouns in German or Spanish."""

# Korean
script: own
half: 반
plus: 반=0.5
num: 하나=1 둘=2 셋=3 넷=4 한=1 두=2 세=3 네=4 다섯=5 여섯=6 일곱=7 여덟=8 아홉=9 열=10 열한=11 열하나=11 열두=12 열둘=12 스무=20 스물=20 서른=30 마흔=40 쉰=50 백=100 천=1000 만=10000 십=10
num: 십일=11 십이=12 십삼=13 십사=14 십오=15 십육=16 십칠=17 십팔=18 십구=19 이십=20 이십일=21 이십이=22 이십삼=23 이십사=24 이십오=25 이십육=26 이십칠=27 이십팔=28 이십구=29 삼십=30 삼십일=31 삼십이=32 삼십삼=33 삼십사=34 삼십오=35 삼십육=36 삼십칠=37 삼십팔=38 삼십구=39 사십=40 사십일=41 사십이=42 사십삼=43 사십사=44 사십오=45 사십육=46 사십칠=47 사십팔=48 사십구=49 오십=50 오십일=51 오십이=52 오십삼=53 오십사=54 오십오=55 오십육=56 오십칠=57 오십팔=58 오십구=59 육십=60 육십일=61 육십이=62 육십삼=63 육십사=64 육십오=65 육십육=66 육십칠=67 육십팔=68 육십구=69 칠십=70 칠십일=71 칠십이=72 칠십삼=73 칠십사=74 칠십오=75 칠십육=76 칠십칠=77 칠십팔=78 칠십구=79 팔십=80 팔십일=81 팔십이=82 팔십삼=83 팔십사=84 팔십오=85 팔십육=86 팔십칠=87 팔십팔=88 팔십구=89 구십=90 구십일=91 구십이=92 구십삼=93 구십사=94 구십오=95 구십육=96 구십칠=97 구십팔=98 구십구=99 이백=200 이천=2000 이만=20000 삼백=300 삼천=3000 삼만=30000 사백=400 사천=4000 사만=40000 오백=500 오천=5000 오만=50000 육백=600 육천=6000 육만=60000 칠백=700 칠천=7000 칠만=70000 팔백=800 팔천=8000 팔만=80000 구백=900 구천=9000 구만=90000 십만=100000 십오만=150000 이십만=200000 이십오만=250000 삼십만=300000 삼십오만=350000 사십만=400000 사십오만=450000 오십만=500000 석=3 넉=4 열세=13 열네=14 열다섯=15 열여섯=16 열일곱=17 열여덟=18 열아홉=19 스물한=21 스물두=22 예순=60 일흔=70 여든=80 아흔=90 한두=2 두세=3 억=100000000 다스=12 혼자=1 둘이=2 셋이=3 넷이=4
unit: 초=s 분=min 시간=h 일=d 박=d 주=wk 주일=wk 개월=mo 달=mo 년=y 살=y 센티=cm 미터=m 킬로미터=km 킬로=kg 그램=g 리터=l 도=deg 퍼센트=pct 프로=pct 원=KRW 달러=USD 유로=EUR
unit: 분간=min 시간반=h 일간=d 밤=d 주간=wk 개월간=mo 년간=y 세=y 밀리=mm 밀리미터=mm 센티미터=cm 킬로그램=kg 밀리그램=mg 톤=t 근=kg 밀리리터=ml 섭씨=C 만원=KRW 엔=JPY 위안=CNY 파운드=GBP 제곱미터=m2 헥타르=ha 와트=W 킬로와트=kW 기가=GB 기가바이트=GB 메가=MB 메가바이트=MB 테라=TB 칼로리=kcal 큰술=tbsp 작은술=tsp 컵=cup 마일=mi 인치=in 시속=kmh
day: 월요일=1 화요일=2 수요일=3 목요일=4 금요일=5 토요일=6 일요일=7
day: 월욜=1 화욜=2 수욜=3 목욜=4 금욜=5 토욜=6 일욜=7
rel: 오늘=0 오늘밤=0 내일=1 모레=2 어제=-1 그저께=-2
rel: 오늘_저녁=0 오늘_아침=0 금일=0 명일=1 익일=1 내일모레=2 낼=1 글피=3 그글피=4 어젯밤=-1 그제=-2 엊그제=-2 작일=-1
span: 일=d 주=w 주말=e 달=m 개월=m 년=y
span: 주간=w 주일=w 일간=d 년간=y 해=y 분기=q
next: 다음
next: 담 오는 돌아오는
last: 지난
last: 저번 전
this: 이번
this: 금
ago: 전
later: 뒤 후
later: 이따 있다가 이후
am: 오전 아침 새벽
am: 이른_아침 오전중
pm: 오후 저녁 밤=night
pm: 낮 점심 한밤=night 늦은_밤=night
clock: 정오=12:00 자정=00:00
clock: 낮_12시=12:00 밤_12시=00:00
hour: 시
notpost: 말고 아니라 아니고 아닌 없이 빼고 제외 제외하고 대신 않 필요_없 싫 안_돼 안_먹 못 안_가 없어요 마세요 안_할게요 됐어요
notpost: 빼고요 빼주세요 빼줘 빼 제외하 제외요 안_먹어 안_먹습니다 못_먹 안_돼요 안됩니다 없어 없습니다 필요_없어요 필요_없습니다 필요하지_않 하지_마 하지_말 지_말고 말아 안_해 안_할 안_가요 안_와 못_가 못_와 대신에 싫어 사양 지워 아닙니다 아니에요 아녜요 됐고 말고요
notpost: 안_되 안_됩 안_됨 안_맞 안_쓰 안_써 안_마시 안_마셔 안_필요 안_좋아 안_들어가 안_넣 안_보내 안_오 안_받 안_원 필요가_없 필요는_없 필요_없이 불가 불가능 사절 거절 없애 없앨 원하지_않 원치_않 좋아하지_않 쓰지_않 넣지_않 넣지_말 넣지_마 포함하지_않 포함하지_말 포함_안 제외할 제외해 제외한 제쳐 피해서 피하고 피해_주 가리고 매진 품절 휴무 불참 알레르기가_있 알레르기_있 안_되고 안_먹고 안_가고 안_오고 안_갑니다 안_옵니다 안_해요 안_합니다 안_넣고 안_들어가게 안_들어간
not: 안
not: 안_돼요 안_됩니다 안_돼 안_되고 안_먹어요 안_먹어 안_먹습니다 안_먹고 안_가요 안_갑니다 안_와요 안_옵니다 안_해요 안_할게요 안_합니다 안_필요해요 안_맞아요 안_좋아해요 안_써요 안_마셔요 안_받아요 안_넣고 안_넣어 안_들어가게 안_들어간 안_오고 안_가고
pass: 문제_없 괜찮 뿐만_아니라 넘지_않
pass: 괜찮아 상관없이 안_될까 안_되나요 않나요 않을까 지_않아요 안_그래 틀림없 없지_않 넘지_않게 넘지_말 없나요 없을까 안_넘 잊지_마 잊지_말
pass: 안녕 안내 안경 안전 안심 안과 안마 안방 안쪽 안으로 안에 안은 안의 안까지 안동 안산 안양 안성 안면 안정 안건 안부 안주 안감 안대 안락 안약 안팎 안개 안테나 안창 안구 안티 안드로이드 안장 안색 안식 안치 안무 안토 안목 안타 안데 안마의자 안산시 안국 안암 안중근 동안 제안 방안 불안 천안 편안 보안 해안 법안 대안 초안 도안 시안 문안 평안 무안 부안 태안 신안 집안 장안 미안 연안 감안 위안 치안 의안 현안 혈안 원안 기안 답안 착안 고안 동해안 서해안 남해안 사안 연못 못지않 못해도 잘못 안_늦 늦지_않 안_급 급하지_않 안_비싼 않을까요 안_될까요 안_될지 안_되겠어요 안_되겠니 안_되면 안_그러면 아니면 아닌가요 아닐까요 걱정_마 걱정_말 걱정하지_마 걱정하지_말 걱정_안 문제는_없 상관_없 다름없 어쩔_수_없 틀림없이 변함없 부담_없 부족함_없 이상_없 수_없이 초과하지_않 넘기지_않 넘기지_말 나쁘지_않 않으면 없으면 없는지 있는지_없는지 없을지 빼곡 뿐_아니라 만이_아니라 지_않으 멀지_않 오래지_않 조금도_안
pass: 끊임없
but: 하지만 근데 그런데 지만
but: 그렇지만 그러나 는데 은데 니까
only: 만 오직
only: 뿐 오로지 단지 딱
only: 오직_하나 한정 한해서 에_한해 딱_하나 유일하게 하나만
sorry: 아니 정정 아참 바꿔 죄송 잘못 다시 아니요 정정할게요 잘못_말 바꿀게요 변경 취소하고 아니다 그냥 말고요 수정
sorry: 아니_잠깐 잠깐 잠깐만 잠시만 아_아니 앗 아_맞다 미안 미안해요 미안합니다 죄송해요 죄송합니다 죄송하지만 실수 오타 착각 헷갈 잘못_썼 잘못_봤 잘못_적 다시_말 정정합 정정해 바꿀게 바꿔주 바꾸 변경해 변경할 수정할 그거_말고 그게_아니 그보다 차라리 오히려 사실은 생각해_보니 마음이_바뀌 마음_바꿨
sorry: 말실수 그게_아니고 제_말은 제_뜻은 아니_그게 번복 일정이_바뀌 더_정확히 정확히는 정확히_말하면 혼동했 혼동해 아니_근데 아니_잠시만 앗_아니 어_아니 아이고_아니 엇_아니 아_잠깐 아_잠시만 아_죄송 아_미안 맞다_아니 방금_거_취소 생각이_바뀌 생각이_바뀐 마음_바뀌 마음을_바꿔 다시_생각해 잘못_입력 잘못_보냈 잘못_눌 잘못_골 잘못_알 제가_틀 제_실수 바꾸는_게 바꿔야 정정하자면 정정하면 그_말은_취소 못_들은_걸로
sorry: 계획이_바뀌 없던_걸로
yes: 네 예 응 좋아요 좋습니다 맞아요 맞습니다 그래요 그렇게 물론 부탁 확인 오케이 그러죠 물론이죠
yes: 네네 예예 그럼요 그렇습니다 그렇죠 그러자 좋네요 좋을_것 맞네요 당연하죠 당연히 동의합니다 완벽 정확해요 정확합니다 괜찮네요 괜찮을_것 그걸로 그걸로_할게요 그걸로_해주세요 진행해 진행할게요 확실해요 확실합니다 기꺼이 감사히 바로_그거 그거예요
yes: 넵 넹 그럴게요 좋죠 좋겠어요 오키 찬성
no: 아니요 아니오 아뇨 아직 됐어요 괜찮습니다
no: 아냐 아니에요 아닙니다 아니_괜찮 아뇨_괜찮 됐습니다 사양할게요 필요_없어요 다음에 나중에 안_할래요 안_해요 그건_됐 싫어요 노노 절대
no: 아뇨_아뇨 싫습니다 필요_없습니다 지금은_됐 지금은_아니 지금은_괜찮 오늘은_됐 오늘은_괜찮 다음_기회 다음번에 이번엔_됐 이번에는_됐 이번은_패스 사양하겠 거절 거절할 안_됩니다 안_돼요 안_할게요 안_합니다 안_원해요 절대_안 절대로_안 아직이요 아직은_아니 별로요 아니거든요 동의하지_않
no: 패스할게 그럴_필요
or: 또는 아니면 혹은
or: 이나 거나 든지 아님
and: 그리고 하고 와 과 랑
and: 이랑 및 또 추가로
frompost: 에서 부터 에서부터
frompost: 출발 발 시작 한테서 에게서
frompost: 에_출발 에_시작 에_떠나 에_오픈 에_체크인 체크인 입실 에_입실 에_탑승 로_데리러 으로_데리러 에_데리러 까지_데리러 를_떠나 을_떠나 를_출발 을_출발 발송 승차
topost: 까지 으로=for 로=for 에=for 행
topost: 도착 한테=for 에게=for 께=for 종료 방면
topost: 에_도착 에_끝 에_종료 에_닫 에_문_닫 에_문을_닫 에_체크아웃 체크아웃 퇴실 에_퇴실 에_돌아 으로_돌아 로_돌아 에_귀국 귀국 귀가 에_복귀 복귀 에_반납 반납 에_내려 마감 하차 로_보내 앞으로_보내 폐점 사이=between 사이에=between 사이로=between 사이예요=between 사이에서=between
minpost: 이상 부터 넘는
minpost: 넘게 초과 보다_많 보다_큰 이후
minpost: 을_넘는 를_넘는 이_넘는 가_넘는 을_초과하는 를_초과하는 보다_높은 보다_비싼 보다_무거운 보다_늦게 보다_긴 보다_오래 보다_더_많 보다_더_큰 이상으로 이상부터 을_웃도는 를_웃도는 넘어가는 또는_그_이상 혹은_그_이상
maxpost: 이하 이내 까지 미만 안으로 이내로
maxpost: 안_넘게 넘지_않게 안쪽 이전 보다_적 보다_작 한도 안에 까지만
maxpost: 을_넘지_않 를_넘지_않 이_넘지_않 가_넘지_않 을_안_넘 를_안_넘 이_안_넘 가_안_넘 을_초과하지 를_초과하지 를_넘기지 을_넘기지 보다_싼 보다_저렴 보다_낮은 보다_짧은 보다_일찍 보다_빨리 보다_가벼운 보다_어린 전까지 도_안_되는 이_안_되는 가_안_되는 밑으로 아래로 선에서 내로 내에 이하로만 또는_그_이하 혹은_그_이하 밖에_안
min: 최소 적어도 최소한
min: 최저 못해도 최소로
min: 빨라도 일러도 짧아도 아무리_적어도 미니멈 적게_잡아도 하한 최단
max: 최대 많아야 최대한
max: 최고 기껏해야 늦어도 길어도 비싸도 많아도
max: 길어야 비싸야 아무리_비싸도 아무리_늦어도 맥시멈 최장 커봐야 잘해야 상한 데드라인 마감일
all: 모두 전부 다 매 나머지 전체 둘_다
all: 모든 다들 각각 각 남은 남은_거 나머지_다 매번
all: 모조리 죄다 나머지_전부 나머지_모두 양쪽_다 셋_다 하나도_빠짐없이 빠짐없이 통째로 모두_다 전부_다 온통 매_회
all: 몽땅 싹_다 둘_다요
any: 상관없 아무거나
any: 아무 아무데나 언제든 언제든지 어디든 누구든 뭐든 뭐든지 상관없어요 알아서
any: 무엇이든 아무나 아무때나 아무거나요 아무것이나 아무_곳이나 어디라도 누구라도 언제라도 뭐라도 개의치_않 마음대로 편하신_대로 좋으실_대로 좋을_대로 골라_주세요 아무렇게나
any: 어느_것이든 어느_쪽이든 어떤_것이든 어떤_거든 선호_없 선호는_없 임의로 랜덤
least: 가장_싼=price 제일_싼=price 가장_빠른=time 가장_가까운=distance
least: 가장_저렴한=price 제일_저렴한=price 최저가=price 싼_걸로=price 제일_빠른=time 제일_가까운=distance 가장_짧은=duration 최단=duration 가장_작은=size 더_싼=price
least: 제일_저렴=price 가장_저렴=price 더_저렴=price 저렴한_쪽=price 싼_쪽=price 싼_거=price 제일_싸=price 가장_싸=price 최저_가격=price 저렴한_걸로=price 저렴한_거=price 더_빠른=time 제일_이른=time 가장_이른=time 빠른_시간=time 제일_일찍=time 가장_일찍=time 최대한_빨리=time 더_가까운=distance 가까운_쪽=distance 가까운_곳=distance 제일_짧은=duration 더_짧은=duration 제일_작은=size 더_작은=size 작은_쪽=size 작은_걸로=size 제일_빨리=duration 가장_빨리=duration
least: 가능한_빨리=time
most: 가장_비싼=price 가장_늦은=time 가장_큰=size
most: 제일_비싼=price 제일_늦은=time 제일_큰=size 최신=time 평점_높은=rating 평이_좋은=rating 가장_긴=duration 더_큰=size
most: 더_비싼=price 비싼_쪽=price 제일_비싸=price 최고가=price 더_늦은=time 제일_늦게=time 가장_늦게=time 가장_최근=time 제일_최근=time 최근_거=time 가장_새로운=time 큰_쪽=size 큰_걸로=size 제일_넓은=size 가장_넓은=size 더_긴=duration 제일_긴=duration 가장_오래=duration 가장_먼=distance 제일_먼=distance 가장_좋은=rating 제일_좋은=rating 평점이_가장=rating 평점이_높은=rating 평점_좋은=rating 평점이_제일=rating 별점_높은=rating 별점이_높은=rating 별점이_가장=rating 후기_좋은=rating 후기가_좋은=rating 리뷰_좋은=rating 리뷰가_좋은=rating 가장_인기=rating 제일_인기=rating 최고_평점=rating
most: 더_넓은=size
leave: 제외
leave: 빼고 제외할
people: 명 분 사람 인
people: 인분 명이 분이 사람이 성인 어린이
mean: 빨간=red 빨강=red 파란=blue 파랑=blue 초록=green 검은=black 검정=black 흰=white 노란=yellow 이메일=email 메일=email 전화=call 문자=sms 큰=large 작은=small 중간=medium 창가=window 통로=aisle 왕복=round 편도=one 매일=daily 매주=weekly 매달=monthly 긴급=urgent 급해=urgent 기차=train 버스=bus 차=car 비행기=plane 조식=breakfast 아침=morning 더블=double 싱글=single 야외=outdoor 실내=indoor 주방=kitchen 부엌=kitchen 거실=living 침실=bedroom 욕실=bathroom 카드=card 현금=cash 이체=transfer 픽업=pickup 배달=delivery 배송=delivery 차가운=cold 뜨거운=hot 매운=spicy 오후=afternoon 저녁=evening 아이=child 어린이=child 성인=adults 강아지=pet 영수증=receipt 보험=insurance 선물=gift 고장=broken 파손=damaged
mean: 빨간색=red 레드=red 파란색=blue 블루=blue 녹색=green 초록색=green 검정색=black 검은색=black 블랙=black 흰색=white 하얀=white 화이트=white 노란색=yellow 노랑=yellow 회색=grey 갈색=brown 분홍=pink 핑크=pink 주황=orange 보라색=purple 은색=silver 통화=call 메시지=sms 대형=large 라지=large 소형=small 스몰=small 중형=medium 창문=window 복도=aisle 날마다=daily 주마다=weekly 매년=yearly 시급=urgent 높은=high 낮은=low 보통=normal 일반=normal 열차=train 고속버스=bus 자동차=car 항공=plane 자전거=bike 걸어서=foot 도보=foot 아침식사=breakfast 점심=lunch 저녁식사=dinner 채식=vegetarian 비건=vegan 글루텐=gluten 유당=lactose 침대=bed 2인실=double 1인실=single 싱글룸=single 트윈=twin 스위트=suite 테라스=terrace 바깥=outdoor 안쪽=indoor 화장실=bathroom 신용카드=card 현찰=cash 계좌이체=transfer 청구서=invoice 계산서=invoice 찾으러=pickup 직접_수령=pickup 택배=delivery 아이스=cold 따뜻한=warm 아이들=children 아기=infant 어른=adults 어르신=senior 학생=student 반려동물=pet 고양이=pet 선물용=gift 고장난=broken 새것=new 중고=used 열린=open 닫힌=closed 결제_완료=paid 미납=unpaid 대기=pending 확정=confirmed 취소=cancelled 이코노미=economy 일반석=economy 비즈니스=business 일등석=first 프리미엄=premium 스탠다드=standard 기본=standard 베이직=basic 특급=express 깨지기=fragile
mean: 자동=automatic 수동=manual 전기=electric 디젤=diesel 경유=diesel 휘발유=petrol 왼쪽=left 오른쪽=right 바다=sea 정원=garden 주차=parking 엘리베이터=elevator 엘리베이터=lift 흡연=smoking 와이파이=wifi 열쇠=key 알림=reminder 알림=notification 포장=wrap 포장=wrapping 할인=discount 보증금=deposit 환불=refund 교환=exchange 수리=repair 초급=beginner 초보=beginner 중급=intermediate 고급=advanced 남자=male 남성=male 여자=female 여성=female 기혼=married 도난=theft 분실=lost 화재=fire 휴가=holiday 연차=holiday 휴가=vacation 연차=vacation 병가=sick 아파=sick 사무실=office 온라인=online 현장=onsite 대면=onsite 우편=post 개인=private 공개=public 회사=company 법인=company 설탕=sugar 우유=milk 귀리=oat 닭고기=chicken 치킨=chicken 소고기=beef 돼지고기=pork 생선=fish 해산물=seafood 야채=vegetable 채소=vegetable 치즈=cheese 커피=coffee 홍차=tea 와인=wine 맥주=beer 수건=towel 타월=towel 헬멧=helmet 텐트=tent 의자=chair 테이블=table 발코니=balcony 난방=heating 조명=light 알람=alarm 동반=companion 통역=interpreter 휠체어=wheelchair 알레르기=allergies 사진=photo 예약=appointment 본인=self 배우자=partner 부모=parent 삶은=boiled 튀긴=fried 구운=grilled 얇은=thin 두꺼운=thick 부드러운=soft 딱딱한=hard 건조=dry 나무=wood 금속=metal
mean: 플라스틱=plastic 유리=glass 가죽=leather 항상=always 절대=never 한_번=once 독일어=german 영어=english 프랑스어=french 스페인어=spanish 이탈리아어=italian 아랍어=arabic 일본어=japanese 어두운=dark
mean: 야간=night 심야=night 집으로=home 집에서=home 자택=home 빵=bread 식빵=bread 택배_기사=courier 양모=wool 생수=water 면_소재=cotton 순면=cotton 지하철=subway 렌트=rental 렌터카=rental 대여=rental 할부=installments 수하물=luggage 짐가방=luggage 여행가방=suitcase 항공편=flight 비행편=flight 전화기=phone 전화로=phone 휴대폰=mobile 휴대전화=mobile 교통사고=accident 직접_방문=person 대면으로=person 택시=taxi 화물차=truck 금연=non 비흡연=non 반나절=half 크루즈=ship 유람선=ship 누수=leak 물이_새=leak 물_새=leak 결함=defective 탄산=sparkling 장애인=accessible 무장애=accessible 격주=biweekly 2주마다=biweekly 이주마다=biweekly 주_1회=weekly 일주일에_한_번=weekly 한_달에_한_번=monthly 월_1회=monthly 일_년에_한_번=yearly 하루에_한_번=daily 평일=weekdays 주말=weekends 원격=remote 재택=remote 체크카드=debit 직불카드=debit 신용카드=credit 착불=cod 후불=cod 무료=free 체험판=trial 체험용=trial
mean: 완료=completed 연체=overdue 기한이_지난=overdue 급하지_않=low 안_급=low 아내=spouse 남편=spouse 와이프=spouse 이혼=divorced 강아지=dog 반려견=dog 고양이=cat 반려묘=cat 수영장=pool 아파트=apartment 에어컨=ac 배관공=plumber 청소=cleaning 치과=dentist 의사=doctor 백신=vaccination 신발=shoes 운동화=shoes 회의=meeting 영상통화=video
mean: 울_소재=wool 냉수=water 전철=subway 캐리어=suitcase 핸드폰=mobile 접촉사고=accident 여객선=ferry 트럭=truck 불량=defective 공짜=free 미팅=meeting
holiday: 크리스마스=12-25 크리스마스이브=12-24 새해_첫날=01-01
holiday: 성탄절=12-25 새해=01-01 신정=01-01 어린이날=05-05 광복절=08-15 한글날=10-09 개천절=10-03 삼일절=03-01 발렌타인데이=02-14
days: 평일=12345 매일=1234567
days: 주중=12345 월부터_금=12345 월요일부터_금요일=12345 주말마다=67 주말=67 매일매일=1234567 날마다=1234567 매일_아침=1234567 매일_저녁=1234567
then: 그럼=then 그러면=then
lapse: 반시간=30
lapse: 한_시간_반=90 두_시간_반=150 삼십_분=30 십오_분=15
calc: 나눠 각자 합계 총 추가 절반 나머지
flip: 반대로 거꾸로
flip: 바뀌었어요 서로_바꿔 반대예요 반대로요
from: 출발
from: 출발일 출발_시간 시작일 시작_시간 입실일 체크인 체크인_날짜 출발지 픽업_장소 탑승 발신
to: 도착
to: 도착지 종료일 종료_시간 퇴실일 체크아웃 체크아웃_날짜 귀국일 목적지 도착_시간 반납일 반납_장소 돌아오는_날 배송지
dot: 점=. 닷=. 골뱅이=@ 앳=@ 하이픈=- 대시=- 슬래시=/
theirs: 엄마 아빠 어머니 아버지 남편 아내 와이프 언니 누나 오빠 형 동생 아들 딸 할머니 할아버지 삼촌 이모 고모 사촌 조카 친구 동료 상사 부장님 이웃 옆집 지난번 저번에 작년 지난달 지난주 예전 남자친구 여자친구
mine: 저 제 제가 나 내 내가 우리 저희 이번에 올해
off: 꺼 꺼줘 끄고 꺼주세요 해지 해제 비활성화 닫아 닫기 음소거 중지
off: 끄기 끄세요 닫고 닫아줘 닫아주 닫으 잠가 잠그 무음 구독_취소 비활성 해제해 사용_중지 수신_거부
off: 끌게 끌래 껐 꺼_놔 꺼둬
ord: 첫째=1 첫_번째=1 둘째=2 두_번째=2 셋째=3 세_번째=3 넷째=4 네_번째=4 다섯째=5 다섯_번째=5 여섯_번째=6 일곱_번째=7 여덟_번째=8 아홉_번째=9 열_번째=10
edge: 말=last 초=first
drop: 취소 삭제 취소해 취소하
mean: 박=night
mean: 아이=children 어린이=children
mean: 고객=customer 회원=member 주문=order 예약=booking

# Korean
script: own
half: 반
plus: 반=0.5
num: 하나=1 둘=2 셋=3 넷=4 한=1 두=2 세=3 네=4 다섯=5 여섯=6 일곱=7 여덟=8 아홉=9 열=10 열한=11 열하나=11 열두=12 열둘=12 스무=20 스물=20 서른=30 마흔=40 쉰=50 백=100 천=1000 만=10000 십=10
unit: 초=s 분=min 시간=h 일=d 박=d 주=wk 주일=wk 개월=mo 달=mo 년=y 살=y 센티=cm 미터=m 킬로미터=km 킬로=kg 그램=g 리터=l 도=deg 퍼센트=pct 프로=pct 원=KRW 달러=USD 유로=EUR
day: 월요일=1 화요일=2 수요일=3 목요일=4 금요일=5 토요일=6 일요일=7
rel: 오늘=0 오늘밤=0 내일=1 모레=2 어제=-1 그저께=-2
span: 일=d 주=w 주말=e 달=m 개월=m 년=y
next: 다음
last: 지난
this: 이번
ago: 전
later: 뒤 후
am: 오전 아침 새벽
pm: 오후 저녁 밤
clock: 정오=12:00 자정=00:00
hour: 시
notpost: 말고 아니라 아니고 아닌 없이 빼고 제외 제외하고 대신 않 필요_없 싫 안_돼 취소 안_먹 못 안_가 없어요 마세요 안_할게요 됐어요
not: 안
pass: 문제_없 괜찮 뿐만_아니라 넘지_않
but: 하지만 근데 그런데 지만
only: 만 오직
sorry: 아니 정정 아참 바꿔 죄송 잘못 다시 아니요 정정할게요 잘못_말 바꿀게요 변경 취소하고 아니다 그냥 말고요 수정
yes: 네 예 응 좋아요 좋습니다 맞아요 맞습니다 그래요 그렇게 물론 부탁 확인 오케이 그러죠 물론이죠
no: 아니요 아니오 아뇨 아직 됐어요 괜찮습니다
or: 또는 아니면 혹은
and: 그리고 하고 와 과 랑
frompost: 에서 부터 에서부터
topost: 까지 으로=for 로=for 에=for 행
minpost: 이상 부터 넘는
maxpost: 이하 이내 까지 미만 안으로 이내로
min: 최소 적어도 최소한
max: 최대 많아야 최대한
all: 모두 전부 다 매 나머지 전체 둘_다
any: 상관없 아무거나
least: 가장_싼=price 제일_싼=price 가장_빠른=time 가장_가까운=distance
most: 가장_비싼=price 가장_늦은=time 가장_큰=size
leave: 제외
people: 명 분 사람 인
mean: 빨간=red 빨강=red 파란=blue 파랑=blue 초록=green 검은=black 검정=black 흰=white 노란=yellow 이메일=email 메일=email 전화=call 문자=sms 큰=large 작은=small 중간=medium 창가=window 통로=aisle 왕복=round 편도=one 매일=daily 매주=weekly 매달=monthly 긴급=urgent 급해=urgent 기차=train 버스=bus 차=car 비행기=plane 조식=breakfast 아침=morning 더블=double 싱글=single 야외=outdoor 실내=indoor 주방=kitchen 부엌=kitchen 거실=living 침실=bedroom 욕실=bathroom 카드=card 현금=cash 이체=transfer 픽업=pickup 배달=delivery 배송=delivery 차가운=cold 뜨거운=hot 매운=spicy 오후=afternoon 저녁=evening 아이=child 어린이=child 성인=adults 강아지=pet 영수증=receipt 보험=insurance 선물=gift 고장=broken 파손=damaged
holiday: 크리스마스=12-25 크리스마스이브=12-24 새해_첫날=01-01
days: 평일=12345 매일=1234567
then: 그럼 그러면
lapse: 반시간=30
calc: 나눠 각자 합계 총 추가 절반 나머지
flip: 반대로 거꾸로
from: 출발
to: 도착

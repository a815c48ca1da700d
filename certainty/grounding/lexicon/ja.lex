# Japanese
script: own
half: 半
plus: 半=0.5
num: 一つ=1 ひとつ=1 二つ=2 ふたつ=2 三つ=3 みっつ=3 四つ=4 よっつ=4 五つ=5 いつつ=5 六つ=6 七つ=7 八つ=8 一人=1 二人=2
unit: 秒=s 分間=min 分=min 時間=h 日間=d 泊=d 週間=wk ヶ月=mo か月=mo カ月=mo 年=y 歳=y センチ=cm メートル=m キロ=km キログラム=kg グラム=g リットル=l 度=deg パーセント=pct 円=JPY ドル=USD ユーロ=EUR
day: 月曜=1 月曜日=1 火曜=2 火曜日=2 水曜=3 水曜日=3 木曜=4 木曜日=4 金曜=5 金曜日=5 土曜=6 土曜日=6 日曜=7 日曜日=7
rel: 今日=0 本日=0 今夜=0 今晩=0 明日=1 あした=1 明後日=2 あさって=2 昨日=-1 きのう=-1
span: 日=d 週=w 週末=e 月=m 年=y
next: 来 次の
last: 先
this: 今
ago: 前
later: 後
am: 午前 朝
pm: 午後 夜 夕方 晩
clock: 正午=12:00 真夜中=00:00
hour: 時
notpost: ではなく じゃなく じゃなくて ではなくて じゃない ではない なし 無し 以外 いらない 要らない 要りません いりません 不要 抜き 抜いて ないです ません ありません なくなりました しない 結構です やめ キャンセル 除いて はなしで 含めない 含めず
not: 別に
pass: 問題ない 問題ありません 構いません すみません 間違いない 間違いありません 超えない かもしれません でしょうか ませんか
but: けど が でも しかし ただし だけど
only: だけ のみ
sorry: やっぱり やっぱ いや 間違えました 訂正 じゃなくて ではなくて 変更 あ、 間違い 正しくは やっぱり変更 失礼しました 訂正します 間違えて ではなく 修正 言い間違え すみません変更 に変更
yes: はい ええ うん お願いします そうです いいです 大丈夫です もちろん それで わかりました オッケー 結構です ぜひ 喜んで
no: いいえ いえ いや まだ 遠慮します けっこうです
or: または か それとも
and: と および そして
frompost: から より 発
topost: まで へ=for に=for 行き 着
minpost: 以上 から 最低 より上 以降
maxpost: 以内 以下 まで 未満 最大 以内で までに
min: 最低 少なくとも 最小
max: 最大 最高 多くとも
all: 全部 すべて 全て 毎 みんな 残り その他 両方 それ以外
any: どちらでも 何でも どれでも
least: 一番安い=price 最安=price 安い方=price 一番早い=time 早い方=time 一番近い=distance 一番短い=duration
most: 一番高い=price 高い方=price 遅い方=time 一番遅い=time 一番大きい=size
leave: 除外 除く
people: 人 名 名様
mean: 赤=red 青=blue 緑=green 黒=black 白=white 黄色=yellow メール=email 電話=call ショートメール=sms 大きい=large 小さい=small 中=medium 窓側=window 窓際=window 通路側=aisle 往復=round 片道=one 毎日=daily 毎週=weekly 毎月=monthly 緊急=urgent 至急=urgent 電車=train 列車=train バス=bus 車=car 飛行機=plane 朝食=breakfast ダブル=double シングル=single ツイン=twin 屋外=outdoor テラス=terrace 室内=indoor キッチン=kitchen 台所=kitchen リビング=living 居間=living 寝室=bedroom 浴室=bathroom カード=card 現金=cash 振込=transfer 受け取り=pickup 配達=delivery 冷たい=cold 熱い=hot 辛い=spicy 朝=morning 午前=morning 午後=afternoon 夕方=evening 夜=evening 子供=child 子ども=child 大人=adults 犬=pet 領収書=receipt 請求書=invoice 保険=insurance プレゼント=gift 壊れ=broken 破損=damaged スタンダード=standard プレミアム=premium ベーシック=basic エコノミー=economy ビジネス=business 喫煙=smoking 禁煙=non
holiday: 大晦日=12-31 元日=01-01 元旦=01-01 クリスマス=12-25 クリスマスイブ=12-24 バレンタインデー=02-14
days: 平日=12345 毎日=1234567
then: では それでは 承知しました
lapse: 半時間=30
calc: 割り勘 一人あたり 合計 追加 半分 残り 足して
mine: 私 僕 私たち 今回
theirs: 母 父 姉 妹 兄 弟 友達 同僚 上司 前回 去年
flip: 逆です 逆に

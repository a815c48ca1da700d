# Japanese
script: own
half: 半
half: 半分
plus: 半=0.5
num: 一つ=1 ひとつ=1 二つ=2 ふたつ=2 三つ=3 みっつ=3 四つ=4 よっつ=4 五つ=5 いつつ=5 六つ=6 七つ=7 八つ=8 一人=1 二人=2
num: ななつ=7 やっつ=8 九つ=9 ここのつ=9 十個=10 ひとり=1 ふたり=2 三人=3 四人=4 一個=1 二個=2 一本=1 一枚=1 半ダース=6 一ダース=12 倍=2
unit: 秒=s 分間=min 分=min 時間=h 日間=d 泊=d 週間=wk ヶ月=mo か月=mo カ月=mo 年=y 歳=y センチ=cm メートル=m キロ=km キログラム=kg グラム=g リットル=l 度=deg パーセント=pct 円=JPY ドル=USD ユーロ=EUR
unit: 秒間=s 時間半=h 晩=d 週=wk ヵ月=mo ケ月=mo 箇月=mo ヶ月間=mo か月間=mo 年間=y 才=y ミリ=mm ミリメートル=mm センチメートル=cm キロメートル=km マイル=mi インチ=in ミリグラム=mg トン=t ミリリットル=ml リッター=l 摂氏=C 割=pct 万円=JPY ポンド=GBP 元=CNY ウォン=KRW 平米=m2 平方メートル=m2 ヘクタール=ha ワット=W キロワット=kW ギガ=GB ギガバイト=GB メガ=MB メガバイト=MB テラ=TB カロリー=kcal 大さじ=tbsp 小さじ=tsp カップ=cup 時速=kmh
day: 月曜=1 月曜日=1 火曜=2 火曜日=2 水曜=3 水曜日=3 木曜=4 木曜日=4 金曜=5 金曜日=5 土曜=6 土曜日=6 日曜=7 日曜日=7
day: 火=2
rel: 今日=0 本日=0 今夜=0 今晩=0 明日=1 あした=1 明後日=2 あさって=2 昨日=-1 きのう=-1
rel: きょう=0 あす=1 明晩=1 明朝=1 明明後日=3 しあさって=3 おととい=-2 一昨日=-2 昨夜=-1 昨晩=-1 ゆうべ=-1 今朝=0 今日中=0
span: 日=d 週=w 週末=e 月=m 年=y
span: 日間=d 週間=w ヶ月=m か月=m カ月=m 年間=y 土日=e 四半期=q
next: 来 次の
next: 翌 来る
last: 先
last: 昨 前の
this: 今
ago: 前
later: 後
later: 後に
am: 午前 朝
am: 早朝 明け方 朝方 あさ
pm: 午後 夜=night 夕方 晩
pm: 昼過ぎ お昼過ぎ 夕刻 深夜=night よる=night 昼の
clock: 正午=12:00 真夜中=00:00
clock: お昼=12:00 昼の12時=12:00 深夜0時=00:00
hour: 時
notpost: 不要です 不要なので 不要でお願い ではなく じゃなく じゃなくて ではなくて じゃない ではない なし 無し 以外 いらない 要らない 要りません いりません 不要 抜き 抜いて ないです ません ありません なくなりました しない 結構です やめ 除いて はなしで 含めない 含めず
notpost: じゃなくていい なくていい なくて大丈夫 なくても なしで 無しで は無しで は外して 外して はずして 省いて 抜いてください 入れない 入れないで つけない つけないで しないで やめて やめておきます やめます 必要ない 必要ありません 必要ないです はいりません はいらない はいい はけっこう はやめて の代わりに 代わりに を除く を除いて 食べられない 食べません 飲みません ダメ だめ できません 行きません 来ません 使いません 希望しません 望みません 不可 遠慮し 消して なくした ではありません じゃありません
notpost: いらん いらなく 必要なく 必要がな 必要はありません 必要はない 避けて 避けたい 都合が悪 都合悪 都合がつか は無理 が無理 は難し 行けない 行けなく 行けません 来られない 来れない 食べない 食べれない 使わない 飲まない つけずに 入れずに かけずに 外したい 取りやめ 取り止め お断り 省略 除外 入れなく つけなく なくていいです なくて結構 ではない方 に参加しない 欠席 不参加 は休み は定休 売り切れ
not: 別に
pass: 問題ない 問題ありません 構いません すみません 間違いない 間違いありません 超えない かもしれません でしょうか ませんか
pass: じゃないですか ではないですか ないですか ませんでしょうか くれませんか もらえませんか いただけませんか ありませんか 構わない 大丈夫ではない に過ぎません かもしれない なければ なくちゃ ないと 間違いなく 申し訳ありません 申し訳ございません 差し支えない 超えなければ ないうちに 過ぎない
pass: なりません いけません いけない ならない しかありません しかない おはなし はやめ ダメージ 不可欠 不可能 歯を抜 とは別に とは限りません 気にしないで 気にしません 気にしない 心配しないで 心配いりません 心配ありません 心配しなく 忘れないで 忘れずに 無理しない 急ぎません 急がない 急いでいません 急いでない 急ぎではありません 急ぎではない 急ぎじゃない 遅れずに 遅れないよう 差し支えありません 間違えないで を下回らない を上回らない 越えない 知らない 知りません わからない 分からない わかりません 分かりません 決まっていません 決まってない 足りない 足りません 覚えていません 覚えてない ないでしょうか ないかな くれない もらえない いただけない いただけません 違いない 仕方ない しょうがない 仕方ありません 遜色ない 悪くない 悪くありません 見つからない 見つかりません 変わりません つかない つきません 開かない 開きません 止まらない ないと困 なくてはな かまいません かまわない 支障ありません 支障ない 差はありません ではないですよね じゃないよね とんでもありません とんでもない
but: けど が でも しかし ただし だけど
but: だが ですが けれど けれども なので だから
only: だけ のみ
only: しか ばかり だけで
only: に限り に限って に限定 限定で オンリー ひとつだけ
only: 唯一
sorry: やっぱり やっぱ いや 間違えました 訂正 じゃなくて ではなくて 変更 あ、 間違い 正しくは やっぱり変更 失礼しました 訂正します 間違えて ではなく 修正 言い間違え すみません変更 に変更
sorry: いえ、 あ、いや やはり じゃなかった ではなかった 間違えた 間違えてました 勘違い 勘違いでした 言い間違えました 打ち間違え 誤字 書き間違え 取り消し 取り消します 訂正で 変更で 変えて に変えて に直して 直して それより むしろ 改め 待って ちょっと待って 待ってください ごめん ごめんなさい すみません、 変更します に変更で のほうがいい の方がいい のほうが やめて、 考え直し 気が変わ
sorry: あ違う あ違った いや違う もとい 撤回 よく考えたら よく考えると 考えてみたら 考えてみると タイプミス 入力ミス 記入ミス 記憶違い 思い違い というか っていうか いや待って やっぱりなし なしにして ミスです ミスでした 間違った 私の間違い 言い方を変え 正確には 正しいのは さっきのは 先ほどのは 今のなし ごめん間違 予定が変わ 都合が変わ に変わりました に切り替え じゃなくて実は 実は違
yes: はい ええ うん お願いします そうです いいです 大丈夫です もちろん それで わかりました オッケー 結構です ぜひ 喜んで
yes: その通り そのとおり そうそう そうですね それでいい それでお願い それにします それで大丈夫 いいね いいですね 了解 了解です 承知 承知しました かしこまりました 問題ありません 問題ない 合ってます 合っています 確認しました 確定で 決定で ぜひお願い 是非 同意します オーケー おっけー もちろんです いいと思います それがいい 構いません
yes: 完璧 助かります よろしくお願いします
no: いいえ いえ いや まだ 遠慮します けっこうです
no: いらないです いりません ううん 違います ちがいます 要りません 不要です 結構ですいりません まだです 今回はいい 今回は結構 今回は見送 やめておきます またの機会 だめです
no: いいえ結構 いえ結構 いらない 必要ない 必要ありません 必要ないです 今はいい 今は結構 今日はいい また今度 またにします 次回に 次の機会に やめとく やめときます 遠慮しておきます 遠慮しとく 同意しません 無理です 間に合ってます 間に合っています
no: 賛成できません 絶対いや 絶対に違 嫌です
or: または か それとも
or: もしくは あるいは
and: と および そして
and: 及び ならびに それと あと プラス
frompost: から より 発
frompost: からの を出発 出発 発の スタート 開始
frompost: に出発 へ出発 に開 に始 を出て を出ま を出る を発って を発ち に離陸 に出港 にスタート にチェックイン チェックイン で乗車 で乗り まで迎え に迎えに へ迎えに で待ち合わせ 始まり 開店 乗車 搭乗 から開
topost: まで へ=for に=for 行き 着
topost: までの 到着 行きの 着の 終了 宛 宛て あて 方面
topost: に到着 に着く に着き に着い に着け に帰 に戻 に返却 返却 に終 に閉 にチェックアウト チェックアウト で降り で降ろ で下車 下車 終わり 戻り 帰着 帰国 閉店 解散 着陸 行の までに到着 までに届 へ届け に届け へ配送 に配送 に配達 へ配達 へ郵送 に郵送 に送っ の間=between の間で=between 間=between
minpost: 以上 から 最低 より上 以降
minpost: 以上で 超 を超える より多い より大きい 以後 からで より高い 越え
minpost: を超えた を上回る を下回らない を下回らなけ 以上なら 以上ある 以上ほしい
maxpost: 以内 以下 まで 未満 最大 以内で までに
maxpost: を超えない より少ない より小さい 以前 までの 上限 内 を上限 まででお願い 以下で より安い 未満で
maxpost: を超えず を超えな を越えない を越えず を上回らない に収ま に収め に抑え に納め で収ま が限度 が限界 が上限 を下回 に間に合 締切 締め切り まで可
min: 最低 少なくとも 最小
min: 最低でも 少なくても 最低限
min: 早くても 安くても 短くても 若くても せめて 最短で どんなに少なくても どんなに早くても ミニマム 最低ライン
max: 最大 最高 多くとも
max: 最大で 最高でも 多くても 長くても 高くても 遅くとも 遅くても 上限
max: せいぜい マックス 最長で 最長 重くても 大きくても どんなに遅くても どんなに高くても どんなに長くても 広くても リミット 締め切り 締切
all: 全部 すべて 全て 毎 みんな 残り その他 両方 それ以外
all: 全員 ぜんぶ 残り全部 残りの 両方とも 二つとも 毎回 それぞれ 各
all: 残らず どれも どちらも いずれも まるごと 一つ残らず 残り全て 残りすべて 残りぜんぶ 全商品 あらゆる
all: 丸ごと 一式 全体 全種類
any: どちらでも 何でも どれでも
any: 何でもいい いつでも 誰でも どこでも お任せ おまかせ 問わない こだわりません こだわらない どっちでも
any: なんでも どなたでも 好きな方 気にしません 気にしない 指定なし 指定はありません 希望はありません 特に希望はな 特にこだわ いずれでも どんなものでも お好きな お好みで お好みの どれにしても 任せます 任せる 任せた 適当で 適当に 特に問いません 問いません 何時でも どの席でも どの色でも どの店でも 誰でもいい
least: 一番安い=price 最安=price 安い方=price 一番早い=time 早い方=time 一番近い=distance 一番短い=duration
least: 最も安い=price いちばん安い=price 最安値=price 最短=duration 一番早く=time 最寄り=distance 一番小さい=size 最速=duration
least: 最も早い=time いちばん早い=time 一番はや=time 早いほう=time もっと早い=time 最も近い=distance いちばん近い=distance 近い方=distance 近いほう=distance もっと近い=distance 安いほう=price もっと安い=price 一番安く=price 最もお得=price 一番お得=price お手頃=price 格安=price 最低価格=price より安い=price 一番小さ=size 小さい方=size 小さいほう=size もっと小さい=size 一番速い=duration 最も速い=duration 短い方=duration 最も短い=duration なるべく早=time できるだけ早=time できるだけ安=price なるべく安=price できるだけ近=distance
most: 一番高い=price 高い方=price 遅い方=time 一番遅い=time 一番大きい=size
most: 最も高い=price いちばん高い=price 最大の=size 最長=duration 最新=time 評価が高い=rating 評判がいい=rating 一番遅く=time
most: 一番大きな=size 大きい方=size 大きいほう=size もっと大きい=size 最も大きい=size 高いほう=price 最高価格=price 遅いほう=time 最も遅い=time もっと遅い=time 一番新しい=time 最も新しい=time 新しい方=time 直近=time 一番いい=rating 一番良い=rating 最も評価=rating 評価が一番=rating 評価の高い=rating 評価が最も=rating 口コミがいい=rating 口コミが良い=rating 口コミの良い=rating 一番人気=rating 人気が高い=rating 長い方=duration 一番長い=duration 最も長い=duration もっと長い=duration 一番遠い=distance 最も遠い=distance 最大級=size
leave: 除外 除く
leave: 除いて 含めない
people: 人 名 名様
people: 名さま 人分 名分 大人 子供
mean: 犬と=pets 犬を連れ*=pets 犬連れ=pets 猫と=pets 猫を連れ*=pets ペット=pets なるべく早く=express できるだけ早く=express
mean: 赤=red 青=blue 緑=green 黒=black 白=white 黄色=yellow メール=email 電話=call ショートメール=sms 大きい=large 小さい=small 中=medium 窓側=window 窓際=window 通路側=aisle 往復=round 片道=one 毎日=daily 毎週=weekly 毎月=monthly 緊急=urgent 至急=urgent 電車=train 列車=train バス=bus 車=car 飛行機=plane 朝食=breakfast ダブル=double シングル=single ツイン=twin 屋外=outdoor テラス=terrace 室内=indoor キッチン=kitchen 台所=kitchen リビング=living 居間=living 寝室=bedroom 浴室=bathroom カード=card 現金=cash 振込=transfer 受け取り=pickup 配達=delivery 冷たい=cold 熱い=hot 辛い=spicy 朝=morning 午前=morning 午後=afternoon 夕方=evening 夜=evening 子供=child 子ども=child 大人=adults 犬=pet 領収書=receipt 請求書=invoice 保険=insurance プレゼント=gift 壊れ=broken 破損=damaged スタンダード=standard プレミアム=premium ベーシック=basic エコノミー=economy ビジネス=business 喫煙=smoking 禁煙=non
mean: 赤い=red レッド=red 青い=blue ブルー=blue 緑色=green グリーン=green 黒い=black ブラック=black 白い=white ホワイト=white グレー=grey 灰色=grey 茶色=brown ピンク=pink オレンジ=orange 紫色=purple シルバー=silver 銀色=silver eメール=email お電話=call 大サイズ=large 大盛り=large 小サイズ=small 中サイズ=medium 普通サイズ=medium 通路=aisle 日々=daily 週一回=weekly 週1回=weekly 月一回=monthly 毎年=yearly 急ぎ=urgent 高め=high 低め=low 普通=normal 通常=normal 新幹線=train 高速バス=bus 自動車=car クルマ=car フライト=plane 自転車=bike 徒歩=foot 歩き=foot 朝ごはん=breakfast 朝食付き=breakfast 昼食=lunch ランチ=lunch 夕食=dinner ディナー=dinner ベジタリアン=vegetarian 菜食=vegetarian ヴィーガン=vegan ビーガン=vegan グルテン=gluten 乳糖=lactose ベッド=bed 一人部屋=single スイート=suite 外の席=outdoor 屋内=indoor リビングルーム=living お風呂=bathroom 風呂=bathroom クレカ=card クレジットカード=card キャッシュ=cash 現金払い=cash 銀行振込=transfer レシート=receipt 店頭受取=pickup 持ち帰り=pickup 取りに行*=pickup 宅配=delivery デリバリー=delivery 配送=delivery アイス=cold ホット=hot 温かい=warm 辛口=spicy 深夜=night こども=child 赤ちゃん=infant おとな=adults シニア=senior 高齢者=senior 学生=student ペット=pet 贈り物=gift ギフト=gift 故障=broken 傷ん*=damaged 新品=new 中古=used 開いている=open
mean: 閉まっ*=closed 支払済み=paid 支払い済み=paid 未払い=unpaid 未払=unpaid 保留=pending 処理中=pending 確認済み=confirmed キャンセル=cancelled ファーストクラス=first 速達=express 割れ物=fragile オートマ=automatic マニュアル=manual 電気=electric 電動=electric 軽油=diesel ディーゼル=diesel ガソリン=petrol 左=left 右=right 海側=sea オーシャンビュー=sea 駐車場=parking 駐車=parking エレベーター=elevator エレベーター=lift 煙草=smoking タバコ=smoking たばこ=smoking 無線lan=wifi リマインダー=reminder 通知=notification 包装=wrap ラッピング=wrap 包装=wrapping ラッピング=wrapping 割引=discount 敷金=deposit 前金=deposit 返金=refund 交換=exchange 修理=repair 初心者=beginner 初級=beginner 中級=intermediate 上級=advanced 男性=male 女性=female 既婚=married 盗難=theft 紛失=lost 火災=fire 休暇=holiday 有給=holiday 休暇=vacation 有給=vacation 病気=sick 病欠=sick 自宅=home オフィス=office 会社=office オンライン=online 現地=onsite 対面=onsite 郵送=post 宅配便=courier 個人=private 公開=public 法人=company 企業=company 砂糖=sugar 牛乳=milk ミルク=milk オーツ=oat 鶏肉=chicken チキン=chicken 牛肉=beef ビーフ=beef 豚肉=pork ポーク=pork 海鮮=seafood シーフード=seafood 野菜=vegetable パン=bread チーズ=cheese コーヒー=coffee お茶=tea 紅茶=tea ワイン=wine ビール=beer
mean: タオル=towel ヘルメット=helmet テント=tent 椅子=chair テーブル=table バルコニー=balcony ベランダ=balcony 暖房=heating 照明=light アラーム=alarm 目覚まし=alarm 付き添い=companion 同伴=companion 通訳=interpreter 車椅子=wheelchair 車いす=wheelchair アレルギー=allergies 写真=photo 予約=appointment 自分=self 本人=self パートナー=partner 揚げ=fried 焼き=grilled 薄い=thin 厚い=thick 柔らかい=soft 硬い=hard 乾燥=dry 木製=wood 金属=metal プラスチック=plastic ガラス=glass ウール=wool いつも=always 一回だけ=once ドイツ語=german 英語=english フランス語=french スペイン語=spanish イタリア語=italian アラビア語=arabic 日本語=japanese 暗い=dark ダーク=dark
mean: お水=water 両親=parent お魚=fish 庭園=garden
mean: お子さん=children お子様=children 子どもたち=children 子供たち=children 鍵=key カギ=key ゆで=boiled 一度も=never 決して=never 本革=leather コットン=cotton 地下鉄=subway レンタル=rental 分割=installments 分割払い=installments 荷物=luggage スーツケース=suitcase キャリーケース=suitcase フライト=flight 航空便=flight お電話=phone スマホ=mobile 事故=accident 直接会=person 対面で=person フェリー=ferry タクシー=taxi トラック=truck 四半期=quarterly 三か月ごと=quarterly 客船=ship 水漏れ=leak 漏水=leak 漏れて=leak 手荷物=hand 機内持ち込み=hand バリアフリー=accessible 車椅子対応=accessible 隔週=biweekly 二週間ごと=biweekly 週に一回=weekly 月に一回=monthly 年に一回=yearly 一日一回=daily 平日=weekdays 週末=weekends 土日=weekends 在宅=remote 遠隔=remote デビット=debit クレジット=credit 代引き=cod 代金引換=cod 無料=free ただで=free 完了=completed 配達済み=delivered 期限切れ=overdue 急ぎません=low 急ぎではない=low
mean: 妻=spouse 配偶者=spouse 離婚=divorced 子犬=dog 猫=cat プール=pool アパート=apartment マンション=apartment エアコン=ac 冷房=ac 水道屋=plumber 配管=plumber 掃除=cleaning 清掃=cleaning 歯医者=dentist 医者=doctor ワクチン=vaccination スニーカー=shoes 打ち合わせ=meeting ミーティング=meeting ビデオ通話=video
mean: 茹で=boiled 貸し出し=rental 固定電話=phone 携帯=mobile 不良品=defective 欠陥=defective 炭酸=sparkling リモート=remote お試し=trial 延滞=overdue 愛犬=dog ネコ=cat 歯科=dental 予防接種=vaccination 妊娠=pregnant 妊婦=pregnant 靴=shoes 会議=meeting 暗証番号=pin
holiday: 大晦日=12-31 元日=01-01 元旦=01-01 クリスマス=12-25 クリスマスイブ=12-24 バレンタインデー=02-14
holiday: お正月=01-01 イブ=12-24 ハロウィン=10-31 こどもの日=05-05 文化の日=11-03 建国記念の日=02-11
days: 平日=12345 毎日=1234567
days: 月〜金=12345 月から金=12345 月曜から金曜=12345 週末=67 土日=67 毎朝=1234567 毎晩=1234567 日々=1234567
then: では=then それでは=then 承知しました じゃあ=then
lapse: 隔日=2880 一日おき=2880 隔週=20160 半時間=30
lapse: 三十分=30 一時間半=90 四十五分=45 十五分=15 二時間半=150
calc: 割り勘 一人あたり 合計 追加 半分 残り 足して
mine: 私 僕 私たち 今回
mine: わたし 自分 うち 俺 ぼく 今年 当方 弊社
theirs: 母 父 姉 妹 兄 弟 友達 同僚 上司 前回 去年
theirs: 娘 息子 夫 妻 主人 旦那 祖母 祖父 おばあちゃん おじいちゃん 叔父 叔母 いとこ 甥 姪 彼 彼女 友人 先輩 後輩 部長 社長 隣の人 先月 先週 前は=once 以前は=once 昔=once 義母 義父 お母さん お父さん
flip: 逆です 逆に
flip: 入れ替えて 逆にして 反対です 反対に
dot: ドット=. アットマーク=@ アット=@ ハイフン=- スラッシュ=/
off: オフ 切って 消して 停止 無効 解除 止めて 閉め ミュート 退会
off: 消した 消灯 止める 止めた 閉じ 配信停止 消音 無音 シャットダウン 非表示
ord: 前者=1 最初の=1 初回=1 第一希望=1 第二希望=2 第三希望=3 一つ目=1 ひとつ目=1 二つ目=2 ふたつ目=2 三つ目=3 みっつ目=3 四つ目=4 五つ目=5
edge: 末=last 末日=last 初め=first 初=first
drop: キャンセル キャンセルで 中止
mean: 泊=night
mean: 成人=adults 子供=children 子ども=children 小人=children
mean: 顧客=customer お客様=customer 会員=member 注文=order 予約=booking

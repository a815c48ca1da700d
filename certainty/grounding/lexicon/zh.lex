# Chinese
script: own
han: 零=0 一=1 二=2 三=3 四=4 五=5 六=6 七=7 八=8 九=9 两=2 兩=2 十=10 百=100 千=1000 万=10000 億=100000000
half: 半
plus: 半=0.5
unit: 秒=s 分钟=min 分鐘=min 小时=h 小時=h 钟头=h 天=d 晚=d 周=wk 星期=wk 个月=mo 個月=mo 年=y 岁=y 公分=cm 厘米=cm 米=m 公里=km 克=g 公斤=kg 升=l 度=deg 块=CNY 元=CNY 人民币=CNY 美元=USD 欧元=EUR 日元=JPY
day: 周一=1 星期一=1 周二=2 星期二=2 周三=3 星期三=3 周四=4 星期四=4 周五=5 星期五=5 周六=6 星期六=6 周日=7 星期日=7 星期天=7 周天=7 礼拜一=1 礼拜二=2 礼拜三=3 礼拜四=4 礼拜五=5 礼拜六=6 礼拜天=7
rel: 今天=0 今晚=0 今早=0 明天=1 明晚=1 明早=1 后天=2 後天=2 昨天=-1 前天=-2 大后天=3
span: 天=d 周=w 星期=w 周末=e 个月=m 月=m 年=y
next: 下 下个
last: 上 上个
this: 这 这个 本
ago: 前 之前
later: 后 之后 以后
am: 上午 早上 早晨 凌晨
pm: 下午 晚上 傍晚 中午
clock: 正午=12:00 午夜=00:00 零点=00:00
hour: 点 點 点钟
not: 不要 不是 别 没有 除了 不用 不去 无需 而不是 不想 不坐 不含 不带 不需要 不吃 不能 不 没
notpost: 以外 除外 不要 不用 不去了 不行 不要了 就不用了 不需要 不必 就算了 免了
pass: 不超过 不低于 不少于 不多于 没问题 不仅 不客气 不好意思 不错 不知道 是不是 不晚于 不早于 要不要 好不好 没事 不见不散 不如 不过
but: 但 但是 而是 不过 因为 就
only: 只 只要 仅
sorry: 不对 改成 说错了 等等 更正 应该是 改为 还是 哦不 弄错了 搞错了 换成 写错了 打错了 说错 抱歉 更改为 改到 算了 对了换 记错了 看错了 还是算了 重新来
drop: 取消 去掉 删掉 删除
yes: 是 是的 好 好的 对 可以 行 没错 确认 嗯 就这样 当然 就这个 好啊 当然可以 为什么不
no: 不 不用 不要 没有 不是 还没 还是算了 算了 不必了 不用了 免了
or: 或 还是 或者
and: 和 以及 还有 跟
from: 从 由 自 离开 起飞
to: 到 去 至 飞 飞往 前往 往 给 抵达 到达 回 寄到 送到
min: 至少 最少 不低于 不少于 起码 超过 不小于 大于 高于 多于 超出
max: 最多 至多 不超过 以内 不多于 不高于 不大于 小于 低于 少于 上限 顶多 不晚于
minpost: 以上 起 或以上 及以上
maxpost: 以下 以内 之内 或以下 及以下 左右以内 封顶
all: 全部 都 所有 每 全 其余 其他的 剩下的 两个都
any: 随便 都可以 任何 无所谓
least: 最便宜=price 便宜=price 最早=time 最近=distance 最快=duration 最小=size
most: 最贵=price 最晚=time 最大=size 评分最高=rating 最好=rating
leave: 除 不含
people: 人 位 个人 名
mean: 红=red 蓝=blue 绿=green 黑=black 白=white 黄=yellow 灰=grey 邮件=email 电话=call 短信=sms 大=large 小=small 中等=medium 靠窗=window 窗=window 过道=aisle 往返=round 单程=one 每天=daily 每周=weekly 每月=monthly 紧急=urgent 高=high 低=low 火车=train 高铁=train 公交=bus 汽车=car 飞机=plane 早餐=breakfast 双人=double 单人=single 大床=double 室外=outdoor 户外=outdoor 室内=indoor 厨房=kitchen 客厅=living 卧室=bedroom 浴室=bathroom 刷卡=card 现金=cash 转账=transfer 自取=pickup 自提=pickup 外卖=delivery 送货=delivery 冷=cold 冰=cold 热=hot 辣=spicy 上午=morning 下午=afternoon 晚上=evening 孩子=child 儿童=child 成人=adults 宠物=pet 狗=pet 发票=invoice 收据=receipt 保险=insurance 礼物=gift 坏了=broken 破损=damaged 经济舱=economy 商务舱=business 头等舱=first
holiday: 除夕夜=12-31 跨年夜=12-31 元旦=01-01 圣诞节=12-25 平安夜=12-24 国庆节=10-01 情人节=02-14
days: 工作日=12345 每天=1234567
then: 那么 那 好的
lapse: 半小时=30 半个小时=30 一刻钟=15
calc: 平分 每人 一共 总共 加 减 再加 一半 剩下
off: 关闭 关掉
mine: 我 我们 这次
theirs: 妈妈 爸爸 姐姐 妹妹 哥哥 弟弟 朋友 同事 老板 邻居 上次 去年
flip: 反过来 反了

# Chinese
script: own
han: 零=0 一=1 二=2 三=3 四=4 五=5 六=6 七=7 八=8 九=9 两=2 兩=2 十=10 百=100 千=1000 万=10000 億=100000000
han: 亿=100000000 萬=10000 廿=20 贰=2 叁=3 肆=4 伍=5 陆=6 柒=7 捌=8 玖=9 拾=10 佰=100 仟=1000 壹=1 幺=1
half: 半
half: 半个
plus: 半=0.5
plus: 一刻=0.25 三刻=0.75
unit: 秒=s 分钟=min 分鐘=min 小时=h 小時=h 钟头=h 天=d 晚=d 周=wk 星期=wk 个月=mo 個月=mo 年=y 岁=y 公分=cm 厘米=cm 米=m 公里=km 克=g 公斤=kg 升=l 度=deg 块=CNY 元=CNY 人民币=CNY 美元=USD 欧元=EUR 日元=JPY
unit: 分=min 钟=min 刻钟=min 日=d 夜=d 礼拜=wk 个星期=wk 个礼拜=wk 月=mo 歲=y 周岁=y 毫米=mm 英寸=in 寸=in 英尺=ft 英里=mi 千米=km 里=km 斤=g 市斤=g 两=g 千克=kg 毫克=mg 吨=t 毫升=ml 公升=l 摄氏度=C 摄氏=C 块钱=CNY 元钱=CNY 毛=CNY 角=CNY 刀=USD 美金=USD 欧=EUR 英镑=GBP 港币=CNY 韩元=KRW 卢布=RUB 平米=m2 平方米=m2 平方=m2 公顷=ha 千瓦=kW 度电=kWh 瓦=W 兆=MB 卡路里=kcal 大卡=kcal 汤匙=tbsp 茶匙=tsp 杯=cup
day: 周一=1 星期一=1 周二=2 星期二=2 周三=3 星期三=3 周四=4 星期四=4 周五=5 星期五=5 周六=6 星期六=6 周日=7 星期日=7 星期天=7 周天=7 礼拜一=1 礼拜二=2 礼拜三=3 礼拜四=4 礼拜五=5 礼拜六=6 礼拜天=7
day: 礼拜日=7 週一=1 週二=2 週三=3 週四=4 週五=5 週六=6 週日=7
rel: 今天=0 今晚=0 今早=0 明天=1 明晚=1 明早=1 后天=2 後天=2 昨天=-1 前天=-2 大后天=3
rel: 今日=0 今儿=0 今夜=0 今天晚上=0 今天早上=0 今天下午=0 明日=1 明儿=1 明天早上=1 明天晚上=1 明天下午=1 昨日=-1 昨晚=-1 昨儿=-1 昨夜=-1 大前天=-3
span: 天=d 周=w 星期=w 周末=e 个月=m 月=m 年=y
span: 礼拜=w 个星期=w 个礼拜=w 日=d 季度=q
next: 下 下个
next: 明 来
last: 上 上个
last: 上一 去
this: 这 这个 本
this: 今
ago: 前 之前
ago: 以前
later: 后 之后 以后
later: 过后
am: 上午 早上 早晨 凌晨
am: 清晨 清早 一早 大清早 早
pm: 下午 晚上=night 傍晚 中午
pm: 午后 夜里=night 夜晚=night 晚 深夜=night 半夜=night
clock: 正午=12:00 午夜=00:00 零点=00:00
clock: 中午十二点=12:00 半夜十二点=00:00
hour: 点 點 点钟
hour: 点整 點鐘
not: 不要 不是 别 没有 除了 不用 不去 无需 而不是 不想 不坐 不含 不带 不需要 不吃 不能 不 没
not: 除 除開 除去 并非 不再 不必 不打算 不准备 不要给 不喝 不放 不加 不参加 不接受 无 未 勿 不会 而非 并不 甭 不愿 绝不
not: 避免 避开 避開 省略 略过 代替 替代 取代 無需 沒有 別 除外 沒有了 不營業 不行 不合适 不合適 没了 没有了 不来了 不方便 没空 沒空 没时间 沒時間 不可以 不喜欢 不爱吃 不想要 不考虑 不考慮 不需要了 不要了 不用了 不去了 不吃了 不算 不在内 不能吃 没兴趣 不感兴趣 不包括 不要啦 不用啦 不营业 不必了 不参加了 不要吧 不用吧 无法参加
not: 绕开 谢绝 拒绝 跳过 讨厌 無須
notpost: 以外 除外 不要 不用 不去了 不行 不要了 就不用了 不需要 不必 就算了 免了
notpost: 不需要了 不要啦 不用啦 不考虑 去不了 来不了 不来了 不去 没了 没有了 不合适 不算 划掉 拿掉 就不要了 不能吃 不参加 不在内 不包括
notpost: 没空 沒空 没时间 沒時間 不方便 不可以 不喜欢 不爱吃 不想要 没兴趣 不感兴趣 卖完了 来不及 用不上 用不着 去掉 删掉 删了 退了 去除 免去 不参加了 不吃了 不要吧 不用吧 不必了 沒了 沒有了 不合適 不營業 不营业
notpost: 作废 作廢 售罄 赶不上 停业
pass: 不超过 不低于 不少于 不多于 没问题 不仅 不客气 不好意思 不错 不知道 是不是 不晚于 不早于 要不要 好不好 没事 不见不散 不如 不过
pass: 不多 不少 不急 不着急 不一定 不见得 不只 不光 不但 不仅仅 不要紧 不介意 不迟于 不会超过 不得超过 不高于 不大于 不小于 对不对 行不行 能不能 可不可以 有没有 不怕 不要忘 别忘 别忘了 不晓得 没关系 没错 没事儿 不就 差不多 说不定
pass: 特别 特別 分别 分別 级别 級別 类别 類別 性别 性別 区别 區別 个别 個別 识别 識別 别墅 別墅 别人 別人 别的 別的 别处 告别 差别 鉴别 离别 国别 别克 别针 别名 别样 别致 别提 无线 無線 无锡 无论 無論 无所谓 無所謂 无人机 无限 無限 无障碍 無障礙 无聊 无花果 无名指 无意中 无疑 无比 毫无疑问 无缝 无绳 无痛 未来 未來 未婚 未必 未免 未婚妻 未婚夫 没收 没准 没多久 淹没 沉没 埋没 不同 不一样 不一樣 不锈钢 不断 不管 不论 不妨 不久 不然 要不 要不然 不动产 不粘锅 不小心 不见了 不舒服 不耐烦 不明白 不懂 不记得 不太确定 不确定 不清楚 不太清楚 不制冷 不限 不限于 不挑 没要求 没意见 没所谓 不在乎 不在意 不得早于 不得晚于 不得低于 不能低于 不能晚于 不能早于 不能高于 不得高于 不得少于 不能少于 不能超过 不要超过 别超过 不要晚于 别晚于 不要高于 别高于 不能大于 不能多于 不得多于 不要多于 不得迟于 不下于 不到 不足 不用谢 不用担心 别担心 不用着急 别着急 不用急 别急 不用客气 别客气 不急着 不得不 不至于 不止 不成问题 不会少于 不会低于 不超過 不少於 不低於 不晚於 不知 不可或缺 必不可少 不必客气 不胜感激 不凡 不俗 不愧 不得已 不失为 不謝 是否 可否 能否 来不来 去不去 需不需要 用不用 会不会 想不想 方不方便 可不可 在不在 够不够 贵不贵 远不远 多不多 有没有空 没问题吧 別擔心 別忘了 別忘 不用擔心 沒問題 沒關係 沒事 除夕 除湿 除草
pass: 除霜 除臭 除尘 扫除 拆除 解除 清除 免除 开除 不打扰 不麻烦 别介意 别误会 不辛苦
but: 但 但是 而是 不过 因为 就
but: 可是 可 然而 只不过 只是 由于
only: 只 只要 仅
only: 仅仅 只有 光 单单 就
only: 只限 仅限 只需 只需要 只是想
only: 纯粹 唯独 單單 仅此
sorry: 不对 改成 说错了 等等 更正 应该是 改为 还是 哦不 弄错了 搞错了 换成 写错了 打错了 说错 抱歉 更改为 改到 算了 对了换 记错了 看错了 还是算了 重新来
sorry: 哦不对 不对不对 啊不 啊不对 不不 等一下 等下 稍等 且慢 我是说 我说错了 我弄错了 我记错了 我看错了 说反了 搞混了 弄混了 打错字 笔误 口误 改一下 改回 换到 换为 还是改 还是换 还是要 那就改 那改 干脆 倒不如 不如改 更正一下 纠正 纠正一下 准确地说 准确说 其实 其实是 应该说 应是 对不起 想了想 重新 我改主意 改主意了 变卦 收回 换一下
sorry: 哦不是 不是不是 啊不是 不對 手误 打字错误 说错话 更正为 更正成 我的意思是 准确来说 确切地说 确切说 或者说 听错了 填错了 写反了 填反了 记反了 再想想 再想了想 计划有变 计划变了 调整为 调整到 调整成 修改为 修改成 修改一下 变更为 撤回 当我没说 忽略刚才 忽略上面 忽略前面 改為 換成 換為 改主意 打錯了 弄錯了 記錯了 搞錯了 我是說 對不起 改口 不好意思改 想想还是 我错了 我搞混 看漏了 换个说法 确切的说
sorry: 哎不对 诶不对 呃不对 喔不對 手滑 选错了 反悔 說錯了 寫錯了 應該是 仔细想想
drop: 取消 去掉 删掉 删除
drop: 去除 移除 撤销 撤掉 拿掉 划掉 退掉 不要再 删
drop: 去掉了 删去 撤回 撤下 不再需要 别再 免去 拿走
drop: 刪除 刪掉 剔除 扔掉 砍掉
yes: 是 是的 好 好的 对 可以 行 没错 确认 嗯 就这样 当然 就这个 好啊 当然可以 为什么不
yes: 对的 对啊 沒錯 對 對的 没问题 可以的 可以啊 行啊 行的 嗯嗯 那当然 当然好 我同意 我确认 確認 成交 就它 就它了 就这么定 就这样吧 就这样办 听起来不错 不错啊 求之不得 非常乐意 太好了 完美 没毛病
yes: 好呀 好吧 好嘞 好滴 必须的 當然 乐意 太棒了
no: 不 不用 不要 没有 不是 还没 还是算了 算了 不必了 不用了 免了
no: 不了 不了谢谢 不用谢谢 不需要 不行 不好 别 不可以 没必要 暂时不 先不 先不用 下次吧 以后再说 改天 还不用 算了吧 才不 不对 否
no: 不對 不需要了 不要了谢谢 不用了谢谢 不必谢谢 免了吧 不太行 不太好 不同意 我不同意 绝不 绝对不 当然不 当然不是 一定不 现在不 今天不 这次不 这次算了 以后吧 再说吧 改天吧 改日 下回吧 沒有 還沒 没兴趣
no: 不赞成 肯定不 恐怕不行
or: 或 还是 或者
or: 或是 抑或 要么
and: 和 以及 还有 跟
and: 及 与 另外 外加 再加上 同
from: 从 由 自 离开 起飞
from: 自从 打 出发 始发 起始 始于 开始
from: 入住日期 出发日期 出发时间 出发地 起飞时间 开始时间 开始日期 启程 动身 发自 來自 来自 始自 取车 取车时间 生效于 生效日期 開始於 开始于 始發
to: 到 去 至 飞 飞往 前往 往 给 抵达 到达 回 寄到 送到
to: 直到 截至 截止 向 抵 送 寄 前去 返回 回到 结束 发给 发到 转给
to: 退房 退房日期 返程 回程 到达时间 结束时间 结束日期 截止日期 截止时间 目的地 终点 終點 飞去 開往 开往 驶往 送往 运往 运到 寄往 寄给 寄給 寄去 还车 送去 送给 归还 降落在 抵達
min: 至少 最少 不低于 不少于 起码 超过 不小于 大于 高于 多于 超出
min: 最低 不得少于 少说 起步 至少要 最少要 最起码 不能少于 高出 早于 晚于 大于等于
min: 不得低于 不能低于 不得早于 不能早于 最早 最短 年满 已满 不低於 不少於 大於 高於 重于 长于 至少得 怎么也得 不会少于 不会低于
min: 年滿
max: 最多 至多 不超过 以内 不多于 不高于 不大于 小于 低于 少于 上限 顶多 不晚于
max: 最高 不得超过 不能超过 别超过 不要超过 控制在 最迟 最晚 最多不 小于等于 不到 不足 最长 最大
max: 不得晚于 不能晚于 别晚于 不要晚于 不能高于 不得高于 不要高于 别高于 不能大于 不能多于 不得多于 不要多于 不得迟于 不迟于 短于 至迟 至晚 最晚到 预算上限 便宜过 不超過 小於 低於 少於 不晚於 最迟不 最后期限
max: 轻于 撑死 充其量
minpost: 以上 起 或以上 及以上
minpost: 及以后 往上 起步 开外 以后 打底
minpost: 或更多 或者更多 或更高 或更大 或更久 或更晚 及以後 以後 起码 或以后 或更好 及更多 朝上
maxpost: 以下 以内 之内 或以下 及以下 左右以内 封顶
maxpost: 以里 之前 往下 为限 上限 以前 内
maxpost: 或更少 或更低 或更早 或更小 或更便宜 为止 為止 为上限 之內 以內 或以前 到顶
maxpost: 撑死
all: 全部 都 所有 每 全 其余 其他的 剩下的 两个都
all: 全都 统统 通通 全部的 所有的 各 每个 整个 俩都 其它的 剩余 其他 剩下
all: 一切 通通都 各个 每一个 每一 所有人 每个人 其余的 剩余的 余下 两者 三者 两样都 其他的都
all: 全员 全數 全體 全体 两样 三个都
any: 随便 都可以 任何 无所谓
any: 随意 都行 都好 随你 随便哪个 哪个都行 哪个都可以 无论 不限 不挑 看着办 没要求
any: 任意 任一 哪个都好 什么都行 什么都可以 怎么都行 怎样都行 哪天都行 哪天都可以 哪里都行 你定 你看着办 都可以啊 没有偏好 無所謂 不介意哪 听你的
any: 哪种都行 几点都行 几点都可以 谁都行 你决定 您定 您看着办 隨便 没偏好 没讲究 不讲究 您决定
least: 最便宜=price 便宜=price 最早=time 最近=distance 最快=duration 最小=size
least: 价格最低=price 最低价=price 最省钱=price 最划算=price 较便宜=price 最近的=distance 最短=duration 最小的=size 最早的=time 早一点=time
least: 便宜一点=price 便宜点=price 更便宜=price 最实惠=price 最经济=price 价格最便宜=price 最低价格=price 价格更低=price 早点=time 更早=time 越早越好=time 近一点=distance 近点=distance 更近=distance 离得最近=distance 快一点=duration 更快=duration 最省时=duration 用时最短=duration 时间最短=duration 小一点=size 小一号=size 更小=size 最小号=size
least: 最优惠=price 尽早=time
most: 最贵=price 最晚=time 最大=size 评分最高=rating 最好=rating
most: 最贵的=price 最高价=price 最远=distance 最久=duration 最长=duration 最新=time 口碑最好=rating 最晚的=time 晚一点=time
most: 更贵=price 贵一点=price 价格最高=price 最高的价格=price 晚点=time 更晚=time 最新的=time 更大=size 大一点=size 大一号=size 最大号=size 最长的=duration 更久=duration 更远=distance 评价最好=rating 评价最高=rating 评分最好=rating 星级最高=rating 打分最高=rating 最好的=rating 最受欢迎=rating 人气最高=rating
leave: 除 不含
leave: 不要 去掉 除外 排除
people: 人 位 个人 名
people: 个 口 口人 位客人 大人 小孩 人份
mean: 带狗=pets 带着狗=pets 带一只狗=pets 带猫=pets 带着猫=pets 带一只猫=pets 宠物=pets 尽快=express 尽快=urgent 越快越好=express 越快越好=urgent 初学者=beginner 气泡=sparkling
mean: 红=red 蓝=blue 绿=green 黑=black 白=white 黄=yellow 灰=grey 邮件=email 电话=call 短信=sms 大=large 小=small 中等=medium 靠窗=window 窗=window 过道=aisle 往返=round 单程=one 每天=daily 每周=weekly 每月=monthly 紧急=urgent 高=high 低=low 火车=train 高铁=train 公交=bus 汽车=car 飞机=plane 早餐=breakfast 双人=double 单人=single 大床=double 室外=outdoor 户外=outdoor 室内=indoor 厨房=kitchen 客厅=living 卧室=bedroom 浴室=bathroom 刷卡=card 现金=cash 转账=transfer 自取=pickup 自提=pickup 外卖=delivery 送货=delivery 冷=cold 冰=cold 热=hot 辣=spicy 上午=morning 下午=afternoon 晚上=evening 孩子=child 儿童=child 成人=adults 宠物=pet 狗=pet 发票=invoice 收据=receipt 保险=insurance 礼物=gift 坏了=broken 破损=damaged 经济舱=economy 商务舱=business 头等舱=first
mean: 红色=red 紅色=red 蓝色=blue 藍色=blue 绿色=green 綠色=green 黑色=black 白色=white 黄色=yellow 灰色=grey 棕色=brown 咖啡色=brown 粉色=pink 粉红色=pink 橙色=orange 紫色=purple 银色=silver 电邮=email 郵件=email 打电话=call 來電=call 大号=large 大份=large 大杯=large 小号=small 小份=small 小杯=small 中号=medium 中份=medium 中杯=medium 靠窗户=window 窗户=window 窗口=window 走道=aisle 靠过道=aisle 来回=round 天天=daily 每日=daily 每星期=weekly 每个星期=weekly 每个月=monthly 每年=yearly 加急=urgent 急件=urgent 较高=high 较低=low 普通=normal 正常=normal 动车=train 巴士=bus 大巴=bus 轿车=car 开车=car 航班=plane 自行车=bike 单车=bike 步行=foot 走路=foot 早饭=breakfast 早点=breakfast 午餐=lunch 午饭=lunch 晚餐=dinner 晚饭=dinner 素食=vegetarian 吃素=vegetarian 纯素=vegan 麸质=gluten 无麸质=gluten 乳糖=lactose 双人间=double 双人床=double 单人间=single 单人床=single 双床=twin 标间=twin 套房=suite 露台=terrace 阳台=terrace 外面=outdoor 露天=outdoor 里面=indoor 屋里=indoor 起居室=living 房间=bedroom 睡房=bedroom 卫生间=bathroom 洗手间=bathroom 信用卡=card 付现=cash 汇款=transfer 银行转账=transfer 账单=invoice 小票=receipt 自己取=pickup 来取=pickup 送到家=delivery 配送=delivery 快递=delivery 温的=warm 早上=morning 早晨=morning
mean: 午后=afternoon 傍晚=evening 夜里=night 半夜=night 小孩=child 小朋友=child 孩子们=children 婴儿=infant 宝宝=infant 大人=adults 老人=senior 长者=senior 学生=student 狗狗=pet 投保=insurance 送礼=gift 坏掉=broken 损坏=damaged 全新=new 新的=new 二手=used 打开=open 关闭=closed 已付=paid 已支付=paid 未付=unpaid 未支付=unpaid 待处理=pending 已确认=confirmed 取消=cancelled 二等座=economy 公务舱=business 一等座=first 高级=premium 高端=premium 标准=standard 标准版=standard 基础版=basic 基本款=basic 特快=express 易碎=fragile 自动挡=automatic 自动=automatic 手动挡=manual 手动=manual 电动=electric 柴油=diesel 汽油=petrol 左边=left 左侧=left 右边=right 右侧=right 海景=sea 花园=garden 停车=parking 停车位=parking 车位=parking 电梯=elevator 电梯=lift 吸烟=smoking 抽烟=smoking 无线网=wifi 钥匙=key 提醒=reminder 通知=notification 包装=wrap 包装=wrapping 折扣=discount 打折=discount 押金=deposit 定金=deposit 退款=refund 换货=exchange 维修=repair 修理=repair 初级=beginner 新手=beginner 中级=intermediate 高级=advanced 男性=male 男的=male 女性=female 女的=female 已婚=married 被偷=theft 盗窃=theft 丢了=lost 遗失=lost 火灾=fire 假期=holiday 年假=holiday 假期=vacation 年假=vacation 病假=sick 生病=sick 家里=home 在家=home
mean: 办公室=office 线上=online 网上=online 现场=onsite 线下=onsite 邮寄=post 快递员=courier 私人=private 个人=private 公开=public 公司=company 牛奶=milk 燕麦=oat 鸡肉=chicken 牛肉=beef 猪肉=pork 海鲜=seafood 蔬菜=vegetable 面包=bread 奶酪=cheese 芝士=cheese 咖啡=coffee 葡萄酒=wine 啤酒=beer 毛巾=towel 头盔=helmet 帐篷=tent 椅子=chair 桌子=table 阳台=balcony 暖气=heating 闹钟=alarm 陪同=companion 同伴=companion 翻译=interpreter 轮椅=wheelchair 过敏=allergies 照片=photo 预约=appointment 本人=self 我自己=self 伴侣=partner 父母=parent 家长=parent 水煮=boiled 油炸=fried 干的=dry 木头=wood 木质=wood 金属=metal 塑料=plastic 玻璃=glass 皮革=leather 羊毛=wool 总是=always 从不=never 从来不=never 一次=once 德语=german 德文=german 英语=english 英文=english 法语=french 西班牙语=spanish 意大利语=italian 阿拉伯语=arabic 日语=japanese 深色=dark
mean: 热茶=tea 绿茶=tea 红茶=tea 奶茶=tea 床位=bed 加床=bed 白糖=sugar 少糖=sugar 灯光=light 电灯=light 吃鱼=fish 鱼肉=fish 鱼类=fish 薄的=thin 薄底=thin 厚的=thick 厚底=thick 硬的=hard 热水=water 纯棉=cotton 棉质=cotton 地铁=subway 租车=rental 分期=installments 分期付款=installments 行李=luggage 行李箱=suitcase 航班=flight 机票=flight 事故=accident 当面=person 轮渡=ferry 渡轮=ferry 出租车=taxi 打车=taxi 的士=taxi 計程車=taxi 卡车=truck 货车=truck 无烟=non 禁烟=non 非吸烟=non 手机=mobile 手機=mobile 轮船=ship 漏水=leak 次品=defective 无障碍=accessible 每两周=biweekly 隔周=biweekly 两周一次=biweekly 每周一次=weekly 每月一次=monthly 每年一次=yearly 每天一次=daily 工作日=weekdays 平日=weekdays 周末=weekends 週末=weekends 远程=remote 远程办公=remote 信用卡=credit 货到付款=cod 已完成=completed 完成了=completed 过期=overdue 不急=low 妻子=spouse 老婆=spouse 丈夫=spouse
mean: 老公=spouse 配偶=spouse 狗狗=dog 小狗=dog 小猫=cat 空调=ac 冷气=ac 开会=meeting
mean: 软的=soft 烧烤=grilled 烤的=grilled 矿泉水=water 饮用水=water 捷运=subway 租赁=rental 拉杆箱=suitcase 座机=phone 车祸=accident 追尾=accident 亲自=person 游轮=ship 渗水=leak 有瑕疵=defective 气泡水=sparkling 苏打水=sparkling 残疾人=accessible 借记卡=debit 储蓄卡=debit 免费=free 试用=trial 逾期=overdue 猫咪=cat 鞋子=shoes 会议=meeting 视频=video 视频通话=video
holiday: 除夕夜=12-31 跨年夜=12-31 元旦=01-01 圣诞节=12-25 平安夜=12-24 国庆节=10-01 情人节=02-14
holiday: 跨年=12-31 除夕=12-31 圣诞=12-25 圣诞夜=12-24 新年=01-01 劳动节=05-01 五一=05-01 国庆=10-01 儿童节=06-01 妇女节=03-08 双十一=11-11
days: 工作日=12345 每天=1234567
days: 周一到周五=12345 周一至周五=12345 平日=12345 周中=12345 上班日=12345 天天=1234567 每日=1234567 周末=67 双休日=67 每天早上=1234567 每天晚上=1234567
then: 那么=then 那=then 好的 那就=then
lapse: 隔天=2880 每隔一天=2880 隔周=20160 半小时=30 半个小时=30 一刻钟=15
lapse: 三刻钟=45 一个半小时=90 两个半小时=150 四十五分钟=45 十五分钟=15 刻钟=15
calc: 平分 每人 一共 总共 加 减 再加 一半 剩下
off: 关闭 关掉
off: 关了 关上 关 停用 禁用 静音 停掉 停止 退订
off: 关灯 关机 关空调 关闭了 關閉 關掉 關上 關機 断开 取消订阅 取消關注 取消关注 免打扰
off: 熄灭 熄掉 拔掉
mine: 我 我们 这次
mine: 我自己 咱们 咱 本人 今年 这回
theirs: 妈妈 爸爸 姐姐 妹妹 哥哥 弟弟 朋友 同事 老板 邻居 上次 去年
theirs: 妈 爸 爷爷 奶奶 外公 外婆 姥姥 姥爷 叔叔 阿姨 舅舅 姑姑 表哥 表姐 表弟 表妹 堂哥 堂弟 侄子 侄女 外甥 老公 老婆 丈夫 妻子 儿子 女儿 男朋友 女朋友 室友 领导 上个月 上周 上回 以前=once 之前=once
flip: 反过来 反了
flip: 颠倒 对调 互换 弄反了 搞反了
num: 一对=2 一双=2 两个=2 俩=2 仨=3 一打=12 半打=6 双份=2 翻倍=2
dot: 点=. 艾特=@ 横杠=- 横线=- 杠=- 斜杠=/
swap: 把=成/为 将=成/为
before: 差一刻=15 差五分=5 差十分=10 差二十分=20
frompost: 出发 出發 起飞 起飛 发车 發車 开门 開門 開始 开始 动身 動身 启程 启航 生效 上车 上車 登机 取车 取車 接我 接我们 接我們 接机 接機 发货
topost: 到达 到達 抵达 抵達 结束 結束 关门 關門 打烊 退房 返程 返回 回来 回來 降落 落地 截止 截至 下车 下車 还车 還車 到站 到店 到货 放学 下班 散场 之间=between
ord: 前者=1 头一个=1 头一家=1 头一间=1
ord: 首个=1
edge: 底=last 末=last 月底=last 初=first
drop: 取消了 取消吧 取消掉
mean: 晚=night
mean: 小孩=children 孩子=children 儿童=children
mean: 客户=customer 顾客=customer 会员=member 订单=order 預訂=booking 预订=booking

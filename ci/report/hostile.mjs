// Texts that a page must show but not obey.

// pwn is the script in each of them. The test looks for its effect.
const pwn = 'window.pwned=1'

// evil texts are short enough to be shown completely, like names and ids.
export const evil = [
  `<script>${pwn}</script>`,
  `</script><script>${pwn}//`,
  `<img src=x onerror=${pwn}>`,
  `"><svg onload=${pwn}>`,
  `<a href="javascript:${pwn}">a</a>`,
  `</style><script>${pwn}</script>`,
  `</pre></details><b id=b1>bold`,
  `--><iframe srcdoc=x></iframe>`,
  `' onmouseover='${pwn}`,
  `{{.File}} \${1} #{2} <%= 3 %>`,
  `url(https://example.com/a.png)`,
  `&lt;i&gt; &amp;amp; &#60;u&#62;`,
]

const control = [...Array(32).keys(), ...Array.from({ length: 33 }, (_, i) => 127 + i)].map(c => String.fromCharCode(c)).join('')

// huge is a text of a megabyte without a line break opportunity.
export const huge = 'A'.repeat(1 << 20)

// texts are evil, and also long texts and texts that displace their neighbours. Their
// number fills the lists of the best and the worst samples.
export const texts = [
  ...evil,
  `left \u202eright\u202c \u2066isolate\u2069 \u200f mark`,
  `control ${control} \ufeff\u2028line\u2029paragraph\u00ad soft`,
  'שלום עולם 12 · 34 مرحبا',
  'Z' + '\u0300\u0301\u0302'.repeat(200),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} 日本語 한국어',
  huge,
  'word '.repeat(1 << 18),
  '<'.repeat(1 << 20),
]

// Functions that run inside a page, passed as text: they must not use names of this module.

// show opens folded parts.
export function show() {
  document.querySelectorAll('details').forEach(d => { d.open = true })
}

// inspect lists the faults of a page, and counts its plots.
export function inspect() {
  const faults = []
  const wide = document.documentElement.clientWidth
  const name = e => `<${e.localName}> ${(e.closest('figure, body').querySelector('h3, h2') ?? e).textContent.trim().slice(0, 40)}`
  if (document.documentElement.scrollWidth > wide) faults.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${wide} px`)

  const known = new Set(['html', 'head', 'meta', 'title', 'style', 'body', 'h1', 'h2', 'h3', 'p', 'dl', 'dt', 'dd', 'div', 'span', 'bdi', 'table', 'thead',
    'tbody', 'tr', 'th', 'td', 'figure', 'details', 'summary', 'pre', 'svg', 'g', 'path', 'rect', 'circle', 'text', 'main', 'ol', 'li', 'code', 'strong', 'em'])
  for (const e of document.querySelectorAll('*')) {
    if (!known.has(e.localName)) faults.push(`an element that no page has: <${e.localName}>`)
    for (const a of e.attributes) {
      if (/^on|^(src|href|srcdoc|action|formaction|xlink:href|id)$/i.test(a.name)) faults.push(`${name(e)} has ${a.name}`)
    }
  }

  // Content wider than the page must be in a part that scrolls by itself.
  for (const e of document.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect()
    if (box.right > wide + 1 && box.width > 0 && !e.closest('.scroll')) faults.push(`${name(e)} ends at ${Math.round(box.right)} of ${wide} px`)
  }

  const plots = document.querySelectorAll('svg')
  for (const plot of plots) {
    const box = plot.getBoundingClientRect()
    if (box.width < 200 || box.height < 80) faults.push(`a plot of ${Math.round(box.width)} x ${Math.round(box.height)} px in ${name(plot)}`)
    let ink = 0
    for (const e of plot.querySelectorAll('[class^="class"]')) {
      const b = e.getBoundingClientRect()
      const colour = getComputedStyle(e).fill
      if (colour !== 'none' && !/^rgba.*, 0\)$/.test(colour) && b.left >= box.left && b.right <= box.right && b.top >= box.top && b.bottom <= box.bottom) ink += b.width * b.height
    }
    if (ink < 20) faults.push(`an empty plot in ${name(plot)}`)
    const labels = [...plot.querySelectorAll('text')]
    if (labels.length < 4) faults.push(`a plot without labels in ${name(plot)}`)
    const boxes = labels.map(e => e.getBoundingClientRect())
    boxes.forEach((b, i) => {
      if (b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1) faults.push(`the label ${labels[i].textContent} stands outside of its plot in ${name(plot)}`)
      if (b.height < 9) faults.push(`the label ${labels[i].textContent} is ${b.height.toFixed(1)} px high in ${name(plot)}`)
      boxes.slice(i + 1).forEach((o, k) => {
        if (b.left < o.right - 1 && o.left < b.right - 1 && b.top < o.bottom - 1 && o.top < b.bottom - 1) faults.push(`the labels ${labels[i].textContent} and ${labels[i + 1 + k].textContent} lie on each other in ${name(plot)}`)
      })
    })
  }
  return { faults, plots: plots.length }
}

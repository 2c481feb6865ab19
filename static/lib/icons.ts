import { svg } from './dom.ts'

/** Outlines on a grid of 24, drawn with a stroke of 2. */
const PATHS = {
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  out: 'M8 16 17 7M9.5 7H17v7.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 11H5v9h14v-9h-1',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'M5 12.5 10 17.5 19 7',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  open: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2',
  warn: 'M12 4 21 19.5H3zM12 10v4.5M12 17v.01',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.5l3 1.8',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9v.01',
  paper: 'M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4M9.5 12h5M9.5 16h5',
} as const

/** A decorative icon in the colour of the text around it. */
export const icon = (name: keyof typeof PATHS): SVGSVGElement =>
  svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: PATHS[name] }))

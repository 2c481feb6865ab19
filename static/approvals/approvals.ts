import { h } from '../lib/dom.ts'
import { startOpenedList } from './opened-list.ts'
import { createWaitingList } from './waiting-list.ts'

startOpenedList({
  create: (access, clock) => createWaitingList(access, 'required', clock),
  choices(access, clock, show) {
    const all = h('input', {
      type: 'checkbox',
      id: 'all',
      onchange: () => show(createWaitingList(access, all.checked ? 'all' : 'required', clock)),
    })
    return h('label', { class: 'approvals-all', for: 'all' }, all, 'Show plans that need no approval')
  },
})

import { byId } from './dom.ts'
import { showAsked } from './show-asked.ts'

/** The search at the foot of every page leads to the page of who is looked for. Where that is all that a page is for, it stands there. */
function startFindPayee(): void {
  const place = document.querySelector<HTMLElement>('#find-place[data-find="on"]')
  if (place) {
    place.append(byId('find-payee').parentElement!)
    byId('find-payee').querySelector('button')!.classList.add('button-main')
    const asked = place.dataset['asked'] ?? ''
    if (asked !== '') showAsked(asked)
    // Under this path it is here only where it is no address: what is wrong stands above.
    if (asked !== '' && location.pathname.startsWith('/wallet/')) byId('payee').setAttribute('aria-invalid', 'true')
  }
  byId('find-payee').addEventListener('submit', (event) => {
    event.preventDefault()
    const who = (byId('payee') as HTMLInputElement).value.trim()
    if (who !== '') location.assign(`/find?q=${encodeURIComponent(who)}`)
  })
}

startFindPayee()

import { render } from 'preact'
import { CustomerTripPage } from './trip/trip-page.tsx'

const page = document.getElementById('trip') as HTMLElement
page.replaceChildren()
render(<CustomerTripPage />, page)

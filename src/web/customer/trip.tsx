import { render } from 'preact'
import { TripPage } from './trip/trip-page.tsx'

const page = document.getElementById('trip') as HTMLElement
page.replaceChildren()
render(<TripPage />, page)

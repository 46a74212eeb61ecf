import { createRoot, type Root } from 'react-dom/client'
import { OfficeRoot } from '../office/shell/office-root.tsx'
import { marketplaceConsole } from './office.ts'
import './console.css'

import.meta.hot.accept()
// biome-ignore lint/suspicious/noAssignInExpressions: the bundler folds only this form to createRoot(element)
const react = (import.meta.hot.data.root ??= createRoot(document.getElementById('office') as HTMLElement)) as Root
react.render(<OfficeRoot office={marketplaceConsole} />)

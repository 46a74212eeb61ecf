import { listenForPapers } from '../gateways/papers/press-thread.ts'

// Where the thread that makes PDF files begins.
listenForPapers()

import { listenForPapers } from '../gateways/papers/press-thread.ts'

// Entry of the thread that makes PDF files.
listenForPapers()

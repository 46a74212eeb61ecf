import { Button, CloseButton } from '@mantine/core'
import { counted } from '../../../domain/spoken.ts'
import { dismiss, type NewsItem, useNews } from '../api/news.ts'
import { useNow } from './now.ts'

/** The region at the foot of the page that tells what was done, each with its Undo while that is possible. */
export function NewsRegion() {
  const items = useNews()
  return (
    <div className="news" role="status" aria-label="News">
      {items.map((item) => (
        <News key={item.id} item={item} />
      ))}
    </div>
  )
}

function News({ item }: { readonly item: NewsItem }) {
  const left = Math.max(0, Math.ceil((item.until - useNow()) / 1000))
  return (
    <div className="news-item" data-tone={item.tone}>
      <span>{item.text}</span>
      {item.undo !== null && (
        <Button size="xs" variant="default" onClick={item.undo} title={`Still possible for ${counted(left, 'second')}`}>
          Undo
        </Button>
      )}
      {item.steps.map(({ label, run }) => (
        <Button key={label} size="xs" variant="default" onClick={run}>
          {label}
        </Button>
      ))}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(item.id)} />
    </div>
  )
}

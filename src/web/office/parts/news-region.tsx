import { Button, CloseButton } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { dismissNotice, type NewsItem, useNews } from '../api/news.ts'
import { useClock } from './now.ts'

/** The region for notifications at the foot of the page, with Undo while it is possible. */
export function NewsRegion() {
  const items = useNews()
  return (
    <div className="news" role="status" aria-label="Notifications">
      {items.map((item) => (
        <News key={item.id} item={item} />
      ))}
    </div>
  )
}

function News({ item }: { readonly item: NewsItem }) {
  const left = Math.max(0, Math.ceil((item.until - useClock()) / 1000))
  return (
    <div className="news-item" data-tone={item.tone}>
      <span>{item.text}</span>
      {item.undo !== null && (
        <Button size="xs" variant="default" onClick={item.undo} title={`${formatCount(left, 'second')} left`}>
          Undo
        </Button>
      )}
      {item.steps.map(({ label, run }) => (
        <Button key={label} size="xs" variant="default" onClick={run}>
          {label}
        </Button>
      ))}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismissNotice(item.id)} />
    </div>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { MakeFeed } from './make-feed.tsx'
import './settings.css'

/** A button that creates a calendar of a driver or a vehicle. */
export function FeedButton({ whose }: { readonly whose: { readonly of: 'driver' | 'vehicle'; readonly id: number } }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        Calendar
      </Button>
      <SideDrawer title="Create calendar" isOpen={isOpen} close={() => setOpen(false)}>
        {isOpen && <MakeFeed whose={whose} />}
      </SideDrawer>
    </>
  )
}

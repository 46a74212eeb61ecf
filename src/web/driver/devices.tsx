import { useCallback, useEffect, useState } from 'preact/hooks'
import { callDriverApi } from './api.ts'
import { AskingButton, WriteOutcome } from './parts.tsx'
import type { DriverRecords } from './records.ts'
import { describeDriverFailure } from './refused.ts'

type Device = DriverRecords['Device']

/** The driver's signed-in devices, with a button that signs out others. */
export function Devices() {
  const [devices, setDevices] = useState<readonly Device[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const read = useCallback(async () => {
    const { data } = await callDriverApi<Device[]>('GET', '/auth/devices')
    if (data !== null) setDevices(data)
  }, [])
  useEffect(() => void read(), [read])
  const end = async (id: number) => {
    const heard = await callDriverApi('DELETE', `/auth/devices/${id}`)
    const isOver = heard.status === 204 || heard.status === 404
    setFailure(isOver ? null : describeDriverFailure(heard, 'No connection. That device is still signed in.'))
    await read()
  }
  return (
    <section class="card">
      <h2>Devices</h2>
      <WriteOutcome text={failure} isWrong />
      {devices === null && <p class="quiet">This needs a connection.</p>}
      <ul class="lines">
        {devices?.map(({ id, device_name: name, current: isThis }) => (
          <li key={id}>
            <p>
              {name}
              {isThis && <strong>, this phone</strong>}
            </p>
            {!isThis && (
              <AskingButton label={`Sign out ${name}`} question={`Sign out on ${name}?`} yes="Sign out" onYes={() => end(id)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

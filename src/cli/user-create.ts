import { addUser } from '../actions/users.ts'
import { type Role, roles } from '../domain/ability.ts'
import { email, oneOf } from '../reading.ts'
import { configuredCommand } from './command.ts'
import { required } from './flag.ts'
import { mustFindOperator, withDataFolder } from './open-storage.ts'

/** Puts a person on an operator's account. */
export const userCreateCommand = configuredCommand({
  words: 'user create',
  about: "Puts a person on an operator's account.",
  examples: ['user create --operator OP-7GQ2M --email jo@dales.example --name "Jo Dale" --role dispatcher'],
  flags: {
    operator: required('OP-…', 'The operator the person works for.'),
    email: required('E-MAIL', 'The address the person signs in with.', email),
    name: required('NAME', "The person's name."),
    role: required<Role>('ROLE', `What the person does: ${roles.join(', ')}.`, oneOf(...roles)),
  },
  async run({ flags, config, out }) {
    const user = await withDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => addUser(tx, await mustFindOperator(tx, flags.operator), flags, now)),
    )
    await out.answer({ id: user.id, email: user.email, role: user.role }, `${user.name} is on the account as ${user.role}.`)
    await out.remark(`Next, a link to sign in with: charabanc user link --email ${user.email} --operator ${flags.operator}`)
  },
})

/** The postal address of an operator. */
export const millAddress = { lines: ['The Mill', 'Low Road'], town: 'Ilkley', postcode: 'LS29 8HL', country: 'GB' }

/** The postal address of a customer. */
export const schoolAddress = { lines: ['Wharfedale School'], town: 'Otley', postcode: 'LS21 2AB', country: 'GB' }

/** Kinds of files of postcodes: the ONS Postcode Directory, Code-Point Open, and any CSV file. */
export type PostcodeSource = 'ons' | 'codepoint' | 'csv'

/** Real places of the north of England, as a customer would write them. */
const newPlace = (kind: string, label: string, locality: string, postcode: string, latitude: number, longitude: number) => ({
  kind,
  label,
  locality,
  postcode,
  country_code: 'GB',
  latitude,
  longitude,
})

export const places = {
  school: newPlace('school', 'Prince Henry’s Grammar School', 'Otley', 'LS21 2BB', 53.9086, -1.6993),
  ilkleySchool: newPlace('school', 'Ilkley Grammar School', 'Ilkley', 'LS29 8TR', 53.9218, -1.8106),
  leeds: newPlace('station', 'Leeds Station, New Station Street', 'Leeds', 'LS1 5DL', 53.7952, -1.5475),
  leedsAirport: newPlace('airport', 'Leeds Bradford Airport', 'Yeadon', 'LS19 7TU', 53.8659, -1.6606),
  manchesterAirport: newPlace('airport', 'Manchester Airport, Terminal 2', 'Manchester', 'M90 1QX', 53.3666, -2.2811),
  museum: newPlace('venue', 'National Railway Museum', 'York', 'YO26 4XJ', 53.9605, -1.0969),
  york: newPlace('station', 'York Station', 'York', 'YO24 1AB', 53.958, -1.0932),
  headingley: newPlace('venue', 'Headingley Stadium', 'Leeds', 'LS6 3BU', 53.8174, -1.5822),
  whitby: newPlace('other', 'Langborne Road coach park', 'Whitby', 'YO21 1YN', 54.4841, -0.6158),
  boltonAbbey: newPlace('venue', 'Bolton Abbey', 'Skipton', 'BD23 6EX', 53.9839, -1.8882),
  altonTowers: newPlace('venue', 'Alton Towers', 'Alton', 'ST10 4DB', 52.9871, -1.8864),
  ripley: newPlace('venue', 'Ripley Castle', 'Harrogate', 'HG3 3AY', 54.0397, -1.5698),
  harrogate: newPlace('hotel', 'The Crown Hotel', 'Harrogate', 'HG1 2RZ', 53.993, -1.5467),
  edinburgh: newPlace('station', 'Edinburgh Waverley', 'Edinburgh', 'EH1 1BB', 55.952, -3.1891),
  liverpool: newPlace('port', 'Liverpool Cruise Terminal', 'Liverpool', 'L3 1BY', 53.4066, -2.9985),
  skipton: newPlace('other', 'Skipton bus station', 'Skipton', 'BD23 1RT', 53.9606, -2.0192),
  home: {
    ...newPlace('residential', '8 Beck Lane', 'Ilkley', 'LS29 9AA', 53.92534, -1.82271),
    address_lines: ['8 Beck Lane'],
    access_note: 'The lane is narrow; a coach stops at the church.',
  },
} as const

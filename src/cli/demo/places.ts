/** Real places of the north of England, as a customer would enter them. */
const createPlace = (kind: string, label: string, locality: string, postcode: string, latitude: number, longitude: number) => ({
  kind,
  label,
  locality,
  postcode,
  country_code: 'GB',
  latitude,
  longitude,
})

export const places = {
  school: createPlace('school', 'Prince Henry’s Grammar School', 'Otley', 'LS21 2BB', 53.9086, -1.6993),
  ilkleySchool: createPlace('school', 'Ilkley Grammar School', 'Ilkley', 'LS29 8TR', 53.9218, -1.8106),
  leeds: createPlace('station', 'Leeds Station, New Station Street', 'Leeds', 'LS1 5DL', 53.7952, -1.5475),
  leedsAirport: createPlace('airport', 'Leeds Bradford Airport', 'Yeadon', 'LS19 7TU', 53.8659, -1.6606),
  manchesterAirport: createPlace('airport', 'Manchester Airport, Terminal 2', 'Manchester', 'M90 1QX', 53.3666, -2.2811),
  museum: createPlace('venue', 'National Railway Museum', 'York', 'YO26 4XJ', 53.9605, -1.0969),
  york: createPlace('station', 'York Station', 'York', 'YO24 1AB', 53.958, -1.0932),
  headingley: createPlace('venue', 'Headingley Stadium', 'Leeds', 'LS6 3BU', 53.8174, -1.5822),
  whitby: createPlace('other', 'Langborne Road coach park', 'Whitby', 'YO21 1YN', 54.4841, -0.6158),
  boltonAbbey: createPlace('venue', 'Bolton Abbey', 'Skipton', 'BD23 6EX', 53.9839, -1.8882),
  altonTowers: createPlace('venue', 'Alton Towers', 'Alton', 'ST10 4DB', 52.9871, -1.8864),
  ripley: createPlace('venue', 'Ripley Castle', 'Harrogate', 'HG3 3AY', 54.0397, -1.5698),
  harrogate: createPlace('hotel', 'The Crown Hotel', 'Harrogate', 'HG1 2RZ', 53.993, -1.5467),
  edinburgh: createPlace('station', 'Edinburgh Waverley', 'Edinburgh', 'EH1 1BB', 55.952, -3.1891),
  liverpool: createPlace('port', 'Liverpool Cruise Terminal', 'Liverpool', 'L3 1BY', 53.4066, -2.9985),
  skipton: createPlace('other', 'Skipton bus station', 'Skipton', 'BD23 1RT', 53.9606, -2.0192),
  home: {
    ...createPlace('residential', '8 Beck Lane', 'Ilkley', 'LS29 9AA', 53.92534, -1.82271),
    address_lines: ['8 Beck Lane'],
    access_note: 'The lane is narrow; a coach stops at the church.',
  },
} as const

import { usualMapUrl } from './domain/map-url.ts'
import { usualRoads } from './domain/road-distance.ts'
import { defineSetting } from './setting.ts'
import { decimalNumber, geocoderAddress, mapTemplate, routerAddress } from './setting-values.ts'

/** The settings of distances, the search for places, and map links. */
export const mapSettings = {
  routingUrl: defineSetting(
    'ROUTING_URL',
    routerAddress,
    null,
    'Your own router for distances, such as osrm+http://127.0.0.1:5000 or valhalla+http://127.0.0.1:8002. Without it, distances are estimated.',
  ),
  roadFactor: defineSetting(
    'ROAD_FACTOR',
    decimalNumber(1, 2),
    String(usualRoads.factor),
    'Metres of road per metre in a straight line, for estimated distances.',
  ),
  roadSpeed: defineSetting(
    'ROAD_SPEED',
    decimalNumber(20, 110),
    String(usualRoads.speedKmh),
    'Kilometres per hour, for estimated driving times.',
  ),

  geocoderUrl: defineSetting(
    'GEOCODER_URL',
    geocoderAddress,
    null,
    'Your own geocoder for places, such as nominatim+http://127.0.0.1:8080 or photon+http://127.0.0.1:2322. Without it, people find towns and known places.',
  ),
  mapUrl: defineSetting(
    'MAP_URL',
    mapTemplate,
    usualMapUrl,
    'The address of a map for links to places, with {latitude} and {longitude}, and {label} if the map shows one.',
  ),
} as const

const words = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

/** Cities with their code and place on the map, by region; all regions have the same number of them. */
export const regions: readonly {
  readonly name: string;
  readonly cities: readonly (readonly [name: string, code: string, latitude: number, longitude: number])[];
}[] = [
  {
    name: 'Iberia',
    cities: [
      ['Seville', 'SVQ', 37.389, -5.984],
      ['Lisbon', 'LIS', 38.722, -9.139],
      ['Madrid', 'MAD', 40.416, -3.703],
      ['Porto', 'OPO', 41.149, -8.61],
      ['Valencia', 'VLC', 39.469, -0.376],
      ['Bilbao', 'BIO', 43.263, -2.935],
    ],
  },
  {
    name: 'Alps',
    cities: [
      ['Innsbruck', 'INN', 47.269, 11.404],
      ['Salzburg', 'SZG', 47.809, 13.055],
      ['Zurich', 'ZRH', 47.376, 8.541],
      ['Geneva', 'GVA', 46.204, 6.143],
      ['Turin', 'TRN', 45.07, 7.686],
      ['Grenoble', 'GNB', 45.188, 5.724],
    ],
  },
  {
    name: 'North Sea',
    cities: [
      ['Hamburg', 'HAM', 53.551, 9.993],
      ['Rotterdam', 'RTM', 51.924, 4.477],
      ['Antwerp', 'ANR', 51.219, 4.402],
      ['Bremen', 'BRE', 53.079, 8.801],
      ['Hull', 'HUY', 53.767, -0.327],
      ['Bergen', 'BGO', 60.392, 5.322],
    ],
  },
  {
    name: 'Rhine',
    cities: [
      ['Cologne', 'CGN', 50.937, 6.96],
      ['Basel', 'BSL', 47.559, 7.588],
      ['Frankfurt', 'FRA', 50.11, 8.682],
      ['Strasbourg', 'SXB', 48.573, 7.752],
      ['Mannheim', 'MHG', 49.487, 8.466],
      ['Utrecht', 'UTC', 52.09, 5.121],
    ],
  },
  {
    name: 'Danube',
    cities: [
      ['Vienna', 'VIE', 48.208, 16.373],
      ['Budapest', 'BUD', 47.497, 19.04],
      ['Linz', 'LNZ', 48.306, 14.286],
      ['Bratislava', 'BTS', 48.148, 17.107],
      ['Regensburg', 'RGB', 49.013, 12.101],
      ['Belgrade', 'BEG', 44.786, 20.448],
    ],
  },
  {
    name: 'Baltic',
    cities: [
      ['Gdansk', 'GDN', 54.352, 18.646],
      ['Riga', 'RIX', 56.949, 24.105],
      ['Tallinn', 'TLL', 59.437, 24.753],
      ['Stockholm', 'ARN', 59.329, 18.068],
      ['Helsinki', 'HEL', 60.169, 24.938],
      ['Rostock', 'RLG', 54.092, 12.099],
    ],
  },
  {
    name: 'Adriatic',
    cities: [
      ['Venice', 'VCE', 45.44, 12.315],
      ['Trieste', 'TRS', 45.649, 13.776],
      ['Split', 'SPU', 43.508, 16.44],
      ['Ancona', 'AOI', 43.615, 13.518],
      ['Bari', 'BRI', 41.117, 16.871],
      ['Rijeka', 'RJK', 45.327, 14.442],
    ],
  },
  {
    name: 'Atlantic',
    cities: [
      ['Nantes', 'NTE', 47.218, -1.553],
      ['Bordeaux', 'BOD', 44.837, -0.579],
      ['Cork', 'ORK', 51.896, -8.486],
      ['Galway', 'GWY', 53.27, -9.056],
      ['Vigo', 'VGO', 42.24, -8.72],
      ['Bristol', 'BRS', 51.454, -2.587],
    ],
  },
];

/** Parts of a city; with its name they make the name of a campus. */
export const districts = words(`
  Old Town, Harbour, Riverside, Central Station, Airport, Trade Fair, North Park, South Gate, Castle Hill, Market Square,
  University Quarter, Lakeside, Gardens, West End, East Side, Science Park`);

/** Buildings of a campus. */
export const buildingNames = words(`
  Main House, Annex, Tower, Pavilion, Workshop, Atrium, Mill, Courtyard, Conference Center, Storehouse, Gallery, Terrace`);

/** What organizations are called, and what they do. */
export const companyNames = words(`
  Aldena, Brightmoor, Corvia, Delmonte Vale, Elmsworth, Fjordhaven, Granvik, Hollin, Isandra, Juniper Field, Kestrel,
  Lindqvist, Marlow, Northgate, Orsova, Palmera`);
export const trades = words(`
  Hotels, Retail, University, Clinics, Logistics, Museums, Foods, Rail, Energy, Schools, Libraries, Resorts, Theatres,
  Works, Airports, Ports`);

/** Offers of a service provider; each is a deployment. */
export const offers = words(`Guest Wi-Fi, Campus Network, Branch Offices, Managed Sites, Public Hotspots`);

/** Floors of a building from the bottom up. */
export const floorNames = words(`
  Ground floor, First floor, Second floor, Third floor, Fourth floor, Fifth floor, Sixth floor, Seventh floor`);

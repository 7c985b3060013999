/** A server that flows go to. */
export interface HostPlan {
  readonly host: string;
  /** Share among the hosts of its application. */
  readonly weight: number;
}

/** An application as flow exporters name it (field notes §5.2). */
export interface ApplicationPlan {
  readonly name: string;
  /** Share of all flows. */
  readonly weight: number;
  readonly meanBytes: number;
  readonly protocol: '6' | '17' | '1';
  readonly port: string | null;
  readonly engine: string;
  /** Owner of the address range and its country. */
  readonly network: readonly [owner: string, country: string];
  readonly social?: string;
  readonly hosts: readonly HostPlan[];
}

type Basics = Pick<ApplicationPlan, 'name' | 'weight' | 'meanBytes' | 'network'>;

/** Hosts in falling popularity: each one has about half of the flows of the one before. */
const popular = (...hosts: string[]): HostPlan[] =>
  hosts.map((host, index) => ({ host, weight: 1 / (index + 1) ** 1.2 }));

const web = (basics: Basics, ...hosts: string[]): ApplicationPlan => ({
  ...basics,
  protocol: '6',
  port: '443',
  engine: '13',
  hosts: popular(...hosts),
});

const service = (
  basics: Basics,
  protocol: ApplicationPlan['protocol'],
  port: string | null,
  ...hosts: string[]
): ApplicationPlan => ({ ...basics, protocol, port, engine: 'IANA-L4', hosts: popular(...hosts) });

const google = ['Google LLC', 'US'] as const;
const meta = ['Facebook, Inc.', 'US'] as const;
const microsoft = ['Microsoft Corporation', 'US'] as const;
const amazon = ['Amazon.com, Inc.', 'US'] as const;
const carrier = ['Halden Networks', 'ES'] as const;

/** The applications of the generated traffic, with a long tail. */
export const applications: readonly ApplicationPlan[] = [
  web(
    { name: 'secure-http', weight: 20, meanBytes: 24_000, network: amazon },
    'cdn.example.com',
    'static.example.net',
    'api.example.org',
    'shop.example.com',
    'maps.example.net',
    'ads.example.org',
  ),
  web(
    { name: 'youtube', weight: 11, meanBytes: 240_000, network: google },
    'www.youtube.com',
    'm.youtube.com',
    'music.youtube.com',
    'studio.youtube.com',
  ),
  web(
    { name: 'google-services', weight: 9, meanBytes: 18_000, network: google },
    'www.google.com',
    'fonts.googleapis.com',
    'play.googleapis.com',
    'clients4.google.com',
  ),
  {
    ...web(
      { name: 'facebook', weight: 6, meanBytes: 46_000, network: meta },
      'www.facebook.com',
      'graph.facebook.com',
      'edge.facebook.com',
    ),
    social: 'facebook',
  },
  {
    ...web(
      { name: 'instagram', weight: 5, meanBytes: 80_000, network: meta },
      'www.instagram.com',
      'i.instagram.com',
    ),
    social: 'instagram',
  },
  web(
    { name: 'netflix', weight: 4, meanBytes: 420_000, network: ['Netflix Streaming Services Inc.', 'US'] },
    'www.netflix.com',
    'api.netflix.com',
    'occ.nflxso.net',
  ),
  web(
    { name: 'ms-office-365', weight: 5, meanBytes: 36_000, network: microsoft },
    'outlook.office365.com',
    'teams.microsoft.com',
    'login.microsoftonline.com',
  ),
  web(
    { name: 'dropbox', weight: 2.5, meanBytes: 150_000, network: ['Dropbox, Inc.', 'US'] },
    'client.dropbox.com',
    'www.dropbox.com',
    'block.dropbox.com',
  ),
  web(
    { name: 'apple-services', weight: 4, meanBytes: 60_000, network: ['Apple Inc.', 'US'] },
    'gateway.icloud.com',
    'itunes.apple.com',
    'mesu.apple.com',
  ),
  web({ name: 'whatsapp', weight: 5, meanBytes: 9_000, network: meta }, 'g.whatsapp.net', 'mmg.whatsapp.net'),
  web(
    { name: 'spotify', weight: 3, meanBytes: 90_000, network: google },
    'api.spotify.com',
    'audio.spotify.com',
  ),
  {
    ...web(
      { name: 'twitter', weight: 2, meanBytes: 30_000, network: ['Twitter Inc.', 'US'] },
      'api.twitter.com',
      'pbs.twimg.com',
    ),
    social: 'twitter',
  },
  web(
    { name: 'amazon-web-services', weight: 4, meanBytes: 52_000, network: amazon },
    's3.amazonaws.com',
    'ec2.amazonaws.com',
    'd1.cloudfront.net',
  ),
  web({ name: 'gmail', weight: 2, meanBytes: 22_000, network: google }, 'mail.google.com', 'imap.gmail.com'),
  web(
    { name: 'salesforce', weight: 0.8, meanBytes: 28_000, network: ['Salesforce.com, Inc.', 'US'] },
    'login.salesforce.com',
  ),
  web({ name: 'github', weight: 0.7, meanBytes: 44_000, network: microsoft }, 'github.com', 'api.github.com'),
  web(
    { name: 'wikipedia', weight: 0.8, meanBytes: 26_000, network: ['Wikimedia Foundation Inc.', 'US'] },
    'en.wikipedia.org',
    'es.wikipedia.org',
    'de.wikipedia.org',
  ),
  {
    ...web(
      { name: 'http', weight: 3, meanBytes: 14_000, network: ['OVH SAS', 'FR'] },
      'news.example.com',
      'www.example.org',
      'intranet.example.net',
    ),
    port: '80',
  },
  web(
    { name: 'windows-update', weight: 1.5, meanBytes: 310_000, network: microsoft },
    'download.windowsupdate.com',
    'update.microsoft.com',
  ),
  web(
    { name: 'zoom', weight: 1.2, meanBytes: 180_000, network: ['Zoom Video Communications, Inc.', 'US'] },
    'us02web.zoom.us',
    'zoom.us',
  ),
  service({ name: 'dns', weight: 7, meanBytes: 240, network: google }, '17', '53', 'dns.google'),
  service({ name: 'ntp', weight: 1.5, meanBytes: 152, network: carrier }, '17', '123', 'ntp.example.net'),
  service({ name: 'icmp', weight: 1, meanBytes: 336, network: carrier }, '1', null),
  service(
    { name: 'ssh', weight: 0.6, meanBytes: 12_000, network: carrier },
    '6',
    '22',
    'bastion.example.net',
  ),
  service(
    { name: 'sip', weight: 0.6, meanBytes: 8_000, network: carrier },
    '17',
    '5060',
    'voice.example.net',
  ),
  service({ name: 'imap', weight: 0.6, meanBytes: 18_000, network: carrier }, '6', '993', 'mail.example.net'),
  service({ name: 'mqtt', weight: 0.5, meanBytes: 900, network: amazon }, '6', '8883', 'iot.example.com'),
  service(
    { name: 'bittorrent', weight: 0.5, meanBytes: 380_000, network: ['Deutsche Telekom AG', 'DE'] },
    '17',
    '6881',
  ),
  service({ name: 'snmp', weight: 0.4, meanBytes: 600, network: carrier }, '17', '161'),
  service(
    { name: 'ldap', weight: 0.4, meanBytes: 3_000, network: carrier },
    '6',
    '389',
    'directory.example.net',
  ),
  service(
    { name: 'rdp', weight: 0.3, meanBytes: 90_000, network: ['Telefonica de Espana SAU', 'ES'] },
    '6',
    '3389',
  ),
  service(
    { name: 'ftp', weight: 0.2, meanBytes: 500_000, network: ['Hetzner Online GmbH', 'DE'] },
    '6',
    '21',
    'ftp.example.org',
  ),
  service({ name: '3:22', weight: 0.2, meanBytes: 4_000, network: ['China Telecom', 'CN'] }, '6', '2222'),
  service(
    { name: '13:443', weight: 0.6, meanBytes: 16_000, network: ['Cloudflare, Inc.', 'US'] },
    '17',
    '443',
    'quic.example.com',
  ),
];

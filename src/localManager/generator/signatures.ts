/** A rule that fired, with its usual direction (field notes §5.3). */
export interface SignaturePlan {
  readonly id: number;
  readonly revision: number;
  readonly generator: number;
  readonly message: string;
  readonly classification: string;
  readonly priority: 'high' | 'medium' | 'low' | 'very low';
  readonly action: 'alert' | 'drop' | 'log';
  readonly protocol: '6' | '17' | '1';
  readonly port: string | null;
  /** Whether the inside started it; otherwise it came from outside. */
  readonly outgoing: boolean;
  readonly weight: number;
}

/** The rule of a burst that scans ports. */
export const portscan = 'portscan: TCP Portscan';

type Short = readonly [id: number, message: string, weight: number];

const group = (
  rules: readonly Short[],
  rest: Omit<SignaturePlan, 'id' | 'message' | 'weight' | 'revision' | 'generator'> & { generator?: number },
): SignaturePlan[] =>
  rules.map(([id, message, weight]) => ({
    generator: 1,
    revision: 1 + (id % 5),
    ...rest,
    id,
    message,
    weight,
  }));

/** Address that the generated Dropbox alerts go to, beside three others. */
export const dropboxAddresses = ['162.125.19.131', '162.125.68.18', '162.125.21.3', '162.125.66.18'] as const;

/** The rules of the generated intrusion events, a few of them very frequent. */
export const signatures: readonly SignaturePlan[] = [
  ...group(
    [
      [2012647, 'ET POLICY Dropbox.com Offsite File Backup in Use', 14],
      [2027397, 'ET POLICY Spotify P2P Client', 9],
      [2013028, 'ET POLICY curl User-Agent Outbound', 6],
    ],
    {
      classification: 'Potential Corporate Privacy Violation',
      priority: 'high',
      action: 'alert',
      protocol: '6',
      port: '443',
      outgoing: true,
    },
  ),
  ...group(
    [
      [2027758, 'ET DNS Query for .to TLD', 8],
      [2027757, 'ET DNS Query for .cc TLD', 5],
      [2025452, 'ET TROJAN Observed GandCrab Ransomware Domain (ransomware .bit in DNS Lookup)', 0.6],
    ],
    {
      classification: 'Potentially Bad Traffic',
      priority: 'medium',
      action: 'alert',
      protocol: '17',
      port: '53',
      outgoing: true,
    },
  ),
  ...group(
    [
      [2033690, 'ET TROJAN Cobalt Strike Infrastructure CnC Domain in DNS Lookup', 0.5],
      [2023876, 'ET TROJAN Possible iKittens OSX MacDownloader CNC Beacon', 0.3],
      [48871, 'MALWARE-OTHER Win.Trojan.Mimikatz inbound payload download', 0.4],
    ],
    {
      classification: 'A Network Trojan was detected',
      priority: 'high',
      action: 'drop',
      protocol: '6',
      port: '80',
      outgoing: true,
    },
  ),
  ...group(
    [
      [31289, 'SERVER-WEBAPP /etc/passwd file access attempt', 4],
      [
        58169,
        'SERVER-WEBAPP Microsoft Windows Open Management Infrastructure remote code execution attempt',
        1.5,
      ],
      [49987, 'SERVER-WEBAPP Cisco Prime Infrastructure arbitrary file upload to tftpRoot attempt', 0.7],
      [50463, 'INDICATOR-COMPROMISE Mimikatz use via SMB attempt', 0.5],
    ],
    {
      classification: 'Attempted Administrator Privilege Gain',
      priority: 'high',
      action: 'drop',
      protocol: '6',
      port: '443',
      outgoing: false,
    },
  ),
  ...group(
    [
      [23, 'portscan: UDP Filtered Portsweep', 7],
      [1, portscan, 5],
    ],
    {
      generator: 122,
      classification: 'Attempted Information Leak',
      priority: 'low',
      action: 'log',
      protocol: '17',
      port: null,
      outgoing: false,
    },
  ),
  ...group(
    [
      [2024217, 'ET EXPLOIT ETERNALBLUE Exploit M2 MS17-010', 0.8],
      [2038604, 'ET ATTACK_RESPONSE net user Command Output via HTTP POST', 0.2],
    ],
    {
      classification: 'Attempted Administrator Privilege Gain',
      priority: 'high',
      action: 'drop',
      protocol: '6',
      port: '445',
      outgoing: false,
    },
  ),
  ...group(
    [
      [2001219, 'ET SCAN Potential SSH Scan', 6],
      [2010935, 'ET SCAN Suspicious inbound to MSSQL port 1433', 3],
    ],
    {
      classification: 'Attempted Information Leak',
      priority: 'medium',
      action: 'alert',
      protocol: '6',
      port: '22',
      outgoing: false,
    },
  ),
  ...group([[408, 'PROTOCOL-ICMP Echo Reply', 4]], {
    classification: 'Misc activity',
    priority: 'very low',
    action: 'log',
    protocol: '1',
    port: null,
    outgoing: false,
  }),
];

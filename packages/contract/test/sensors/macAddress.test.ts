import { describe, expect, it } from 'vitest';
import { macKey, readMac, rightMac } from '../../src/sensors/macAddress.js';

describe('a MAC address', () => {
  it.each([
    '00:1e:bd:4a:60:01',
    '00:1E:BD:4A:60:01',
    '00-1E-BD-4A-60-01',
    '001e.bd4a.6001',
    '001e-bd4a-6001',
    '001e:bd4a:6001',
    '001e bd4a 6001',
    '001ebd-4a6001',
    '001ebd:4a6001',
    '001EBD4A6001',
    '0x001EBD4A6001',
    '0x00:0x1E:0xBD:0x4A:0x60:0x01',
    '0x00 0x1e 0xbd 0x4a 0x60 0x01',
    '{0x00, 0x1e, 0xbd, 0x4a, 0x60, 0x01};',
    '"00-1e-bd-4a-60-01",',
    '[001e.bd4a.6001]',
    '00_1e_bd_4a_60_01',
    '00 : 1e : bd : 4a : 60 : 01',
    '00\t1e\tbd\t4a\t60\t01',
    '00,1e,bd,4a,60,01',
    '001e\u00adbd4a6001',
    '0:1e:bd:4a:60:1',
    '0-1e-bd-4a-60-1',
    '00 1e bd 4a 60 01',
    '00.1e.bd.4a.60.01',
    '  00:1e:bd:4a:60:01\t\r\n',
    '\u00a000:1e:bd:4a:60:01\u00a0',
    '\u202a00:1e:bd:4a:60:01\u202c',
    '\ufeff00:1e:bd:\u200b4a:60:01',
    '00\u20101e\u2011bd\u20134a\u201460\u221201',
    '００：１ｅ：ｂｄ：４ａ：６０：０１',
  ])('is read as %j', text => {
    expect([readMac(text), macKey(text)]).toEqual(['00:1e:bd:4a:60:01', '00:1e:bd:4a:60:01']);
  });

  it.each([
    '',
    '00:1e:bd:4a:60',
    '00:1e:bd:4a:60:01:02',
    '00:1e-bd:4a-60:01',
    '00:1e:bd:4a:60:0g',
    '10.0.0.1',
    '2001:db8::1',
    '2026-11-27',
    '0.30.189.74.96.1',
    'Rack 12',
    '7106963634872672634',
    '001ebd4a600',
    '0x001ebd',
    '0x001e:bd4a:0x6001:00',
    'MAC 00:1e:bd:4a:60:01',
    '1.2.3.4, 5, 6',
  ])('is not read from %j', text => {
    expect(readMac(text)).toBeUndefined();
  });

  it('that managers store without checking it stays what it is, and is known all the same', () => {
    expect([
      rightMac('aa:bb:cc:dd:ee'),
      rightMac('AA:BB:CC:00:11:22'),
      rightMac(7),
      rightMac('lobby'),
    ]).toEqual(['aa:bb:cc:dd:ee', 'AA:BB:CC:00:11:22', 7, 'lobby']);
    expect(macKey('AA-BB-C-DD-EE')).toBe(macKey('aa:bb:0c:dd:ee '));
    expect(macKey('aa:bb:cc:dd:ee')).not.toBe(macKey('aa:bb:cc:dd:ee:00'));
    expect(macKey('Lobby')).toBe('lobby');
  });

  it('is put right for sending', () => {
    expect([rightMac('001E.BD4A.6001'), rightMac(' 00:1E:BD:4A:60:01 ')]).toEqual([
      '00:1e:bd:4a:60:01',
      '00:1e:bd:4a:60:01',
    ]);
  });
});

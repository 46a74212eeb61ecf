/** Addresses that no delivery can reach unless the machine's owner allows them. */
export const insideAddresses: readonly string[] = `
  0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255
  127.0.0.1 127.0.0.53 127.1.2.3 127.255.255.254 168.63.129.16 169.254.0.1 169.254.169.254 169.254.170.2
  172.16.0.1 172.17.0.1 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255
  198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 224.0.0.251 239.255.255.250 240.0.0.1 255.255.255.254 255.255.255.255
  :: ::1 ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
  64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b::a9fe:a9fe 64:ff9b:1::1 64:ff9b:1:fffe::10.0.0.1
  100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2001:1ff::1
  2002::1 2002:7f00:1::1 2002:0808:0808::1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 8000::1 fc00::1 fd00::1 fd12:3456:789a::1
  fd00:ec2::254 fd20:ce::254 fd00:42::42 fe80::1 fe80::a9fe:a9fe febf::1 fec0::1 feff::1 ff00::1 ff02::1 ff02::fb ff05::2 ff0e::1`
  .trim()
  .split(/\s+/)

/** Spellings of such an address, or of a name for it, in the host of a URL. */
export const insideHosts: readonly string[] = [
  ...insideAddresses.map((address) => (address.includes(':') ? `[${address}]` : address)),
  ...'localhost LOCALHOST LocalHost localhost. api.localhost a.b.localhost. ｌｏｃａｌｈｏｓｔ local\u00adhost l%6fcalhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'.split(
    ' ',
  ),
  ...'printer.local PRINTER.LOCAL printer.local. db.internal metadata.google.internal metadata.google.internal.'.split(' '),
  ...'127.1 127.0.1 127.0.0.1. 127.0.0.01 127.000.000.001 0177.0.0.1 0177.1 017700000001 0x7f.0.0.1 0x7f.1 0x7F000001'.split(' '),
  ...'2130706433 0 0x0 00 0.0 1 10.1 0xa.1 012.1 167772161 0x0a000001 3232235521 0xC0A80001 192.168.1 0xc0.0xa8.0.1'.split(' '),
  ...'2852039166 0xA9FEA9FE 0251.0376.0251.0376 169.254.43518 0xa9.254.169.254 %31%32%37.0.0.1 127%2e0%2e0%2e1'.split(' '),
  ...'①②⑦.0.0.1 １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 ₁₂₇.0.0.1 𝟏𝟐𝟕.0.0.1 0x7f。1'.split(' '),
  ...'[0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [::ffff:7f00:1] [::FFFF:127.0.0.1]'.split(' '),
  ...'[0:0:0:0:0:ffff:7f00:0001] [::ffff:0x7f.1] [FE80::1] [fe80::1%eth0] [fe80::1%25eth0] [::1%25lo] [FD00:EC2::254]'.split(' '),
]

/** Public addresses; the last ones are next to the closed ranges. */
export const outsideAddresses: readonly string[] = `
  1.1.1.1 8.8.8.8 93.184.215.14 151.101.1.69 185.199.108.153 203.0.112.255 203.0.114.0 223.255.255.255
  9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0
  172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  198.51.99.255 198.51.101.0 2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2400:cb00:2048::1
  2600:1f18::1 2606:4700:4700::1111 2a00:1450:4009::200e 2a02:26f0::1 3ffe:ffff::1`
  .trim()
  .split(/\s+/)

/** URLs that deliveries can go to, judged by their text. */
export const outsideUrls: readonly string[] = [
  ...outsideAddresses.map((address) => `https://${address.includes(':') ? `[${address}]` : address}/`),
  'https://hooks.example.com',
  'https://hooks.example.com/',
  'https://hooks.example.com./charabanc',
  'https://HOOKS.Example.COM/charabanc',
  'HTTPS://hooks.example.com/charabanc',
  'https://hooks.example.com:8443/charabanc?key=a%20b&x=@y',
  'https://hooks.example.com:65535/',
  'https://bücher.example/hooks/ünï',
  'https://xn--bcher-kva.example/',
  'https://日本.example/',
  'https://hooks_one.example.com/',
  'https://localhost.example.com/',
  'https://mylocalhost/',
  'https://internal/',
  'https://local.example/',
  'https://internal.example.com/',
  'https://erp/',
  'https://127.0.0.1.nip.io/',
]

/** Invalid, ambiguous or forbidden URLs, each with a word of the answer. */
export const brokenUrls: readonly (readonly [url: string, says: string])[] = [
  ['', 'valid URL'],
  ['hooks.example.com', 'valid URL'],
  ['/hooks', 'valid URL'],
  ['//hooks.example.com/', 'valid URL'],
  ['https:', 'valid URL'],
  ['https://', 'valid URL'],
  ['https:///hooks', 'valid URL'],
  ['https:hooks.example.com', 'valid URL'],
  ['https:/hooks.example.com', 'valid URL'],
  ['https:\\\\hooks.example.com\\', 'valid URL'],
  ['https://hooks.example.com\\@127.0.0.1/', 'valid URL'],
  [' https://hooks.example.com/', 'valid URL'],
  ['https://hooks.example.com/ ', 'valid URL'],
  ['https://hooks.example.com/a b', 'valid URL'],
  ['https://hooks.exa\nmple.com/', 'valid URL'],
  ['https://hooks.example.com/\r\nX-Evil: 1', 'valid URL'],
  ['https://hooks.example.com/\t', 'valid URL'],
  ['https://hooks.example.com/\u0000', 'valid URL'],
  ['https://hooks..example.com/', 'valid URL'],
  ['https://.example.com/', 'valid URL'],
  ['https://hooks.example.com../', 'valid URL'],
  ['https://localhost../', 'valid URL'],
  ['https://./', 'valid URL'],
  ['https://hooks.example.com:99999/', 'valid URL'],
  ['https://hooks.example.com:http/', 'valid URL'],
  ['https://1.2.3.4.5/', 'valid URL'],
  ['https://256.0.0.1/', 'valid URL'],
  ['https://127.0.0.1%00/', 'valid URL'],
  ['https://[::1/', 'valid URL'],
  ['https://[hooks.example.com]/', 'valid URL'],
  ['https://ex%61mple%2fcom/', 'valid URL'],
  [`https://${'a'.repeat(64)}.example.com/`, 'valid URL'],
  [`https://${'abcdefgh.'.repeat(29)}com/`, 'valid URL'],
  [`https://hooks.example.com/${'a'.repeat(2_023)}`, '2048 characters'],
  ['https://hooks.example.com:0/', 'port'],
  ['https://user@hooks.example.com/', 'user name'],
  ['https://user:pass@hooks.example.com/', 'user name'],
  ['https://:pass@hooks.example.com/', 'user name'],
  ['https://@hooks.example.com/', 'user name'],
  ['https://:@hooks.example.com/', 'user name'],
  ['https://hooks.example.com@127.0.0.1/', 'user name'],
  ['https://hooks.example.com/#top', 'fragment'],
  ['https://hooks.example.com/#', 'fragment'],
  ['http://hooks.example.com/', 'https://'],
  ['ftp://hooks.example.com/', 'https://'],
  ['ws://hooks.example.com/', 'https://'],
  ['file://hooks.example.com/etc/passwd', 'https://'],
  ['gopher://127.0.0.1:6379/_FLUSHALL', 'https://'],
  ['unix://run/docker.sock', 'https://'],
  ['javascript://hooks.example.com/%0aalert(1)', 'https://'],
]

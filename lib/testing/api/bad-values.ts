/** Values that have upset some service once: numbers at edges, controls, look-alikes, injections, names of prototypes. */
export const badTexts: readonly string[] = [
  ...words(
    "0 -1 -0 1 1.5 01 +1 1e3 1e400 -1e400 0x10 NaN Infinity null undefined true false [] {} 0.1 1,5 １",
  ),
  ...words("2147483647 2147483648 4294967296 9007199254740993 9223372036854775808 1000000000000000000000"),
  ...[
    "9".repeat(400),
    "a".repeat(191),
    "a".repeat(192),
    "a".repeat(5_000),
    "\u{1f600}".repeat(191),
    "é".repeat(192),
  ],
  ...[
    "\0",
    "a\0b",
    "\u0001",
    "\u001b[31m",
    "\u007f",
    "\t",
    "\n",
    "\r\nX-Evil: 1",
    "",
    " ",
    "  user_1  ",
    "\u00a0",
  ],
  ...[
    "\ufeff",
    "\ufffe",
    "\uffff",
    "\u202e",
    "\u200b",
    "e\u0301",
    "\u0130",
    "ß",
    "\ufdfa",
    "Ａ",
    "\ud800\udc00",
  ],
  ...[
    "' OR '1'='1",
    "1; SELECT pg_sleep(9)",
    "';--",
    "<script>alert(1)</script>",
    "[object Object]",
    "a b@c.de",
  ],
  ...words(`' " \` \\ % _ %_% $1 {{1}} ../../etc/passwd %00 %2e%2e%2f %ff __proto__ constructor toString`),
  ...words(
    "hasOwnProperty sub_ sub_1 evt_1 active ACTIVE expired @ a@b a@b.c A@B.CO a@b.co,c@d.co a@[127.0.0.1]",
  ),
  ...[`sub_${"x".repeat(300)}`, '"a"@b.co', `${"a".repeat(250)}@b.co`],
  ...words("2026-02-30 0000-01-01 -271821-04-20 https://example.com javascript:alert(1)"),
];

/** Half of a pair: not a text at all. They can be sent in JSON only. */
export const loneSurrogates: readonly string[] = ["\ud800", "\udfff", "a\udc00\ud800b"];

/** Percent escapes that are broken, or stand for bytes that are not UTF-8. */
export const badEscapes: readonly string[] = words(
  "% %zz %C0%80 %ED%A0%80 %FF%FE %00 + %2B a%26b=c %E2%82 %F5%80%80%80",
);

function words(list: string): string[] {
  return list.split(" ");
}

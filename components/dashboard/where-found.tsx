/** What is drawn plainly, and what the eye should find: paths on a ground of 160 by 84. `from`: where it begins. */
type Drawing = readonly [plain: string, marked: string, from?: number];

const dots = (x: number, y: number, count = 8) =>
  Array.from({ length: count }, (_, at) => `M${x + at * 9} ${y}h.01`).join("");
const page =
  "M4 2h152a3 3 0 0 1 3 3v74a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM1 14h158M7 8h.01M13 8h.01M19 8h.01";
const menu = `${page}M42 14v68M9 24h24M9 34h20M9 44h24M9 74h16M52 26h40M52 72h60`;
const rows = ["M18 34h124v16H18zM26 42h20", "M18 56h124v16H18zM26 64h20"] as const;

const drawings = {
  app_key: [`${page}M18 24h54${rows[1]}${dots(60, 64)}`, rows[0] + dots(60, 42)],
  app_secret: [`${page}M18 24h54${rows[0]}${dots(60, 42)}`, rows[1] + dots(60, 64)],
  keys: [menu, `M6 52h30v12H6zM11 58h18M50 38h100v18H50z${dots(60, 47, 9)}`],
  hook: [
    `${menu}M112 22h8a4 4 0 0 1 0 8h-8a4 4 0 0 1 0-8zM120 22h8a4 4 0 0 1 0 8h-8a4 4 0 0 1 0-8z`,
    `M50 38h100v18H50z${dots(60, 47, 9)}`,
  ],
  sign: [
    "M34 3h92a4 4 0 0 1 4 4v70a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM58 18h44M46 68h68",
    "M39 32h10v20H39zM53 32h10v20H53zM67 32h10v20H67zM81 32h10v20H81zM95 32h10v20H95zM109 32h10v20h-10z",
    28,
  ],
  mail: ["M28 6h104v72H28zM28 6l52 34 52-34", `M42 50h76v16H42z${dots(49, 58)}`, 26],
  user: [
    `${page}M15 27a4 4 0 1 0 8 0 4 4 0 1 0-8 0M32 27h50M15 71a4 4 0 1 0 8 0 4 4 0 1 0-8 0M32 71h40`,
    "M9 38h142v22H9zM15 49a4 4 0 1 0 8 0 4 4 0 1 0-8 0M32 49h54M128 49l4 4 8-9",
  ],
  lock: [
    `${page}M16 26h58M16 66h36v9H16z`,
    `M16 36h128v20H16z${dots(25, 46)}M124 45h12v8h-12zM126.500 45v-2a3.500 3.500 0 0 1 7 0v2`,
  ],
  sim: [
    "M60 2h40a6 6 0 0 1 6 6v68a6 6 0 0 1-6 6H60a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6zM74 76h12M118 40h20l8 8v26h-28zM124 58h16v10h-16z",
    `M60 28h40v16H60z${dots(66, 36, 4)}`,
    52,
  ],
  paper: ["M44 2h56l16 16v64H44zM100 2v16h16M54 28h48M54 38h52M54 72h30", "M50 46h60v16H50zM57 54h34", 42],
  toggle: [
    `${page}M18 33h62M18 62h54M112 56h20a6 6 0 0 1 0 12h-20a6 6 0 0 1 0-12z`,
    "M112 25h20a8 8 0 0 1 0 16h-20a8 8 0 0 1 0-16zM128 33a4 4 0 1 0 8 0 4 4 0 1 0-8 0",
  ],
} as const satisfies Record<string, Drawing>;

export type Found = keyof typeof drawings;

/** A small drawing of where a value is found: in the colours of the text around it, whatever those are. */
export function WhereFound({ at, alt }: { at: Found; alt: string }) {
  const [plain, marked, from = 0]: Drawing = drawings[at];
  return (
    <svg
      role="img"
      aria-label={alt}
      viewBox={`${from} 0 ${160 - from} 84`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mt-2 h-[4.5rem] w-auto text-ink"
    >
      <path d={plain} strokeWidth="1.5" opacity=".35" />
      <path d={marked} strokeWidth="2.5" />
    </svg>
  );
}

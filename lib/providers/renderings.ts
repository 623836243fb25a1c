import { createHash } from "node:crypto";
import { createTurns } from "./turns";

/** A finished picture or document. The tag names its content. */
export interface Rendering {
  bytes: Uint8Array<ArrayBuffer>;
  tag: string;
}

export type RenderOutcome =
  | { kind: "ready"; rendering: Rendering }
  /** Others are waiting already, or this caller may not have another one rendered. */
  | { kind: "busy" };

export interface Renderings {
  /** The tag of the rendering of `facts`, without rendering it. */
  tagOf(kind: string, facts: unknown): string;
  /**
   * What `draw` renders from these facts: rendered once, even for several requests at the same time, and cached while
   * there is room. `mayDraw` is checked only when it must be rendered.
   */
  render(
    kind: string,
    facts: unknown,
    draw: () => Promise<Uint8Array>,
    mayDraw: () => boolean,
  ): Promise<RenderOutcome>;
}

/**
 * Pictures and documents that are expensive to render: at most `atOnce` at a time in this process, with at most
 * `waitingMax` waiting. The last `bytesMax` bytes of them are cached by their content.
 */
export function createRenderings(limits: {
  atOnce: number;
  waitingMax: number;
  bytesMax: number;
}): Renderings {
  const kept = new Map<string, Rendering>();
  const drawing = new Map<string, Promise<Rendering>>();
  const turns = createTurns(limits);
  let bytes = 0;

  const forgetOldest = () => {
    for (const [tag, old] of kept) {
      if (bytes <= limits.bytesMax) return;
      kept.delete(tag);
      bytes -= old.bytes.byteLength;
    }
  };
  const keep = (rendering: Rendering) => {
    kept.set(rendering.tag, rendering);
    bytes += rendering.bytes.byteLength;
    forgetOldest();
  };
  const begin = (tag: string, draw: () => Promise<Uint8Array>, mayDraw: () => boolean) => {
    if (turns.isFull() || !mayDraw()) return null;
    const making = turns
      .take(async () => {
        const rendering = { tag, bytes: new Uint8Array(await draw()) };
        keep(rendering);
        return rendering;
      })
      .finally(() => drawing.delete(tag));
    drawing.set(tag, making);
    return making;
  };
  return {
    tagOf,
    async render(kind, facts, draw, mayDraw) {
      const tag = tagOf(kind, facts);
      const found = kept.get(tag);
      if (found) {
        // The most recently used one is forgotten last.
        kept.delete(tag);
        kept.set(tag, found);
        return { kind: "ready", rendering: found };
      }
      const making = drawing.get(tag) ?? begin(tag, draw, mayDraw);
      return making ? { kind: "ready", rendering: await making } : { kind: "busy" };
    },
  };
}

function tagOf(kind: string, facts: unknown): string {
  const text = JSON.stringify([kind, facts], (_, value) => (typeof value === "bigint" ? `${value}n` : value));
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}

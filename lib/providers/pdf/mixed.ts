import bidiFactory from "bidi-js";
import { type Family, familyOf } from "./fonts";

/** Letters that stand beside each other on the paper, in one font. */
export interface Piece {
  text: string;
  family: Family;
}

const bidi = bidiFactory();
const unseen = /[\u200e\u200f\u2066-\u2069]/;

/** Whether Onest alone cannot write it, or its letters run in more than one direction. */
export function isMixed(text: string): boolean {
  return [...text].some((one) => unseen.test(one) || (one !== "\n" && familyOf(one) !== "Onest"));
}

/**
 * The lines of a text, each as pieces from left to right, for fonts of several scripts and for both directions: pdfkit itself knows one font and one
 * direction. Arabic letters are joined by the font, within a piece.
 */
export function linesOf(text: string, width: number, widthOf: (piece: Piece) => number): Piece[][] {
  return text.split("\n").flatMap((paragraph) => {
    const levels = bidi.getEmbeddingLevels(paragraph, "auto");
    const inOrder = (from: number, to: number) => {
      const order = bidi.getReorderedIndices(paragraph, levels, from, Math.max(from, to - 1));
      return piecesOf(paragraph, order.slice(from, to), levels.levels);
    };
    const fits = (from: number, to: number) =>
      inOrder(from, to).reduce((sum, piece) => sum + widthOf(piece), 0) <= width;
    return breaks(paragraph, fits).map(([from, to]) => inOrder(from, to));
  });
}

/** Where lines begin and end: between words, and inside a word only where it is wider than a line. */
function breaks(text: string, fits: (from: number, to: number) => boolean): [number, number][] {
  const lines: [number, number][] = [];
  let from = 0;
  while (from < text.length) {
    let to = text.length;
    while (to > from + 1 && !fits(from, to)) {
      const space = text.lastIndexOf(" ", to - 1);
      to = space > from ? space : to - 1;
    }
    lines.push([from, to]);
    from = text[to] === " " ? to + 1 : to;
  }
  return lines.length > 0 ? lines : [[0, 0]];
}

/** Neighbours of one font that run in one direction; each space is alone, because pdfkit writes words one by one. */
function piecesOf(text: string, order: number[], levels: Uint8Array): Piece[] {
  const found: { family: Family; at: number[]; isBack: boolean; isSpace: boolean }[] = [];
  for (const index of order) {
    const letter = text[index] ?? "";
    if (unseen.test(letter)) continue;
    const family = familyOf(letter) ?? "Onest";
    const isBack = (levels[index] ?? 0) % 2 === 1;
    const isSpace = letter === " ";
    const last = found.at(-1);
    if (last && last.family === family && last.isBack === isBack && !last.isSpace && !isSpace)
      last.at.push(index);
    else found.push({ family, at: [index], isBack, isSpace });
  }
  return found.map(({ family, at, isBack }) => {
    // The font turns letters that run to the left itself; what else stands among them is turned here.
    const isTurned = family === "IBMPlexSansArabic" && isBack;
    const letters = (isTurned ? at.toReversed() : at).map((index) => shown(text[index] ?? "", isBack));
    return { family, text: letters.join("") };
  });
}

/** A bracket that opens to the left opens to the right where the line runs to the left. */
function shown(letter: string, isBack: boolean): string {
  return (isBack && bidi.getMirroredCharacter(letter)) || letter;
}

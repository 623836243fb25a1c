export interface PaletteLine {
  href: string;
  title: string;
  more?: string;
}

export interface PaletteGroup {
  title: string;
  lines: PaletteLine[];
}

/** What the palette needs to know of the page it is opened on. */
export interface PaletteFacts {
  /** The page of results, and the route that answers while somebody types. */
  search: string;
  live: string;
  /** What was opened lately is remembered for each store. */
  store: number;
  /** What can be begun, and every page. */
  commands: PaletteGroup[];
  labels: {
    title: string;
    hint: string;
    lately: string;
    nothing: string;
    busy: string;
    failed: string;
    keys: string;
  };
}

export interface PaletteProps extends PaletteFacts {
  /** What was typed before it opened. */
  typed: string;
  onClose: () => void;
}

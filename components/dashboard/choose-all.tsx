"use client";

import { useEffect, useRef, useState } from "react";

/** Chooses all rows of a page, and says how many are chosen. Without scripts each row has its own box. */
export function ChooseAll(props: {
  /** The id of the form, and the name of its boxes. */
  form: string;
  name: string;
  labels: { all: string; chosen: string; none: string };
}) {
  const { form, name, labels } = props;
  const selector = `input[type=checkbox][form="${form}"][name="${name}"]`;
  const all = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const look = () => {
      const boxes = [...document.querySelectorAll<HTMLInputElement>(selector)];
      const chosen = boxes.filter(({ checked }) => checked).length;
      setCount(chosen);
      if (!all.current) return;
      all.current.checked = chosen > 0 && chosen === boxes.length;
      all.current.indeterminate = chosen > 0 && chosen < boxes.length;
    };
    look();
    document.addEventListener("change", look);
    return () => document.removeEventListener("change", look);
  }, [selector]);
  const choose = (checked: boolean) => {
    for (const box of document.querySelectorAll<HTMLInputElement>(selector)) box.checked = checked;
  };
  return (
    <>
      <label className="me-2 inline-flex min-h-11 items-center gap-2 sm:min-h-9" hidden={count === null}>
        <input
          ref={all}
          type="checkbox"
          autoComplete="off"
          className="size-6 accent-brand"
          onChange={(event) => choose(event.target.checked)}
        />
        {labels.all}
      </label>
      <span role="status" className="me-2 text-ink-2">
        {count ? `${count} ${labels.chosen}` : labels.none}
      </span>
    </>
  );
}

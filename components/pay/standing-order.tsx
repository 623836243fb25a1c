import { Act, Note } from "./parts";
import type { OrderRow } from "./types";

/** An order by which the payer's network pays by itself, under the name that it has there. */
export function StandingOrder({ row: { lines, act, warns } }: { row: OrderRow }) {
  const [first = "", ...others] = lines;
  return (
    <>
      <h2>M-PESA Ratiba</h2>
      {warns ? <Note tone="warn" title={first} /> : <p className="text">{first}</p>}
      {others.map((line) => (
        <p key={line} className="soft">
          {line}
        </p>
      ))}
      {act ? (
        <div className="act">
          <Act to={act.form}>{act.label}</Act>
        </div>
      ) : null}
    </>
  );
}

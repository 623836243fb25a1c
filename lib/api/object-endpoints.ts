import type { z } from "zod";
import { many, one } from "@/lib/resources/envelope";
import { type pageShape, rowsOf } from "@/lib/resources/input";
import type { Counted, Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import type { Asked, Asking, Endpoint, KeyRule, Nothing } from "./definition";
import { endpoint } from "./endpoint";
import { pageOf } from "./read-request";

/**
 * The endpoints that answer with one kind of object, which all show it alike, as it is when they answer. `about`: what
 * its serializer takes besides the row; `beside`: what that is made of and is read for all rows together.
 */
export function objectEndpoints<Schema extends z.ZodType, Row, About extends unknown[], Beside = undefined>(
  schema: Schema,
  serialize: (row: Row, ...about: About) => z.output<Schema>,
  about: (world: World, row: Row, beside: Beside) => About,
  // Safe: where nothing is read beside, nothing is taken.
  beside: (world: World, rows: readonly Row[]) => Promise<Beside> = async () => undefined as Beside,
) {
  const show = async (rows: readonly Row[], world: World) => {
    const read = await beside(world, rows);
    return rows.map((row) => serialize(row, ...about(world, row, read)));
  };
  return {
    /** Answers with the object that `row` reads, makes or changes. */
    one<
      Keys extends KeyRule,
      Params extends z.ZodObject = Nothing,
      Query extends z.ZodObject = Nothing,
      Body extends z.ZodObject = Nothing,
    >({
      row,
      ...asking
    }: Asking<Keys, Params, Query, Body> & {
      row: (call: Asked<Keys, Params, Query, Body>) => Promise<Row>;
    }): Endpoint {
      const returns = one(schema);
      return endpoint({
        ...asking,
        returns,
        handle: async (call) => {
          const [data] = await show([await row(call)], call.world);
          return { data } as z.output<typeof returns>;
        },
      });
    },
    /** Answers with a page of those that `list` finds. */
    list<Keys extends KeyRule, Query extends z.ZodObject<typeof pageShape>>({
      list,
      ...asking
    }: Asking<Keys, Nothing, Query, Nothing> & {
      list: (call: Asked<Keys, Nothing, Query, Nothing>, page: Page) => Promise<Counted<Row>>;
    }): Endpoint {
      return endpoint({
        ...asking,
        returns: many(schema),
        handle: async (call) => {
          const { rows, total } = await list(call, rowsOf(call.query));
          const items = await show(rows, call.world);
          return pageOf(call, items, total);
        },
      });
    },
  };
}

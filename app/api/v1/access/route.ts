import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { AccessResult, serializeAccess } from "@/lib/resources/access";
import { AccessQuery, accessProductId, accessSubject } from "@/lib/resources/subscription-input";
import { checkAccess, checkAccessInOne } from "@/lib/services/billing/access/check-access-in-one";
import { notAProduct } from "@/lib/services/billing/subscriptions/list";
import { manageUrl } from "@/lib/services/core/manage-token";

export const GET = endpoint({
  summary: "Check access",
  description:
    "May this user be let in? True while any of their subscriptions is paid up or in its grace period. A user who never subscribed is answered false, not an error. A test key sees test subscriptions only. `subscription` is a part of the whole one; fields may be added to it.",
  tag: "Access",
  keys: "any",
  query: AccessQuery,
  returns: AccessResult,
  cache: "private, max-age=60",
  inOne: async (world, key, query) => {
    const found = await checkAccessInOne(world, key, accessSubject(query), accessProductId(query));
    return (
      found && {
        ...found,
        answer: () => {
          if (!found.isProductKnown) throw notAProduct();
          const { shown, at } = found;
          return serializeAccess(shown, at, shown ? manageUrl(world, shown) : "");
        },
      }
    );
  },
  handle: async ({ world, caller, query, now }) => {
    const shown = await checkAccess(world, caller, accessSubject(query), accessProductId(query));
    return serializeAccess(shown, now, shown ? manageUrl(world, shown) : "");
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });

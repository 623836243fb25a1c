import { shareRoute } from "../../../sharing/share-route";
import { findProduct } from "../../../sharing/shared";

export const GET = shareRoute(findProduct);

/** When a page shows its way back: from the beginning, only once the payment is final, or never (D-37). */
export const returnOrders = ['before-final', 'after-final', 'never'] as const;

export type ReturnOrder = (typeof returnOrders)[number];

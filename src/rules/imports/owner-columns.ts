import { foldHeader } from './column-mapping.ts';

/** Headers of a column of users, also those of Pipedrive, Zoho, HubSpot and Salesforce. */
const OWNER =
  /^(record|contact|lead|deal|person|account|client|prospect|current|assigned)?(owner|agent|producer|salesrep|salesperson|rep|representative|advisor|adviser|accountmanager)(name|fullname|email|emailaddress|username)?$|^(assigned|assignedto|assignee|assigneduser|assignedtouser|assigntouser|assignto|belongsto|responsible|responsibleuser|salesowner|ownedby)(name|email)?$/;

/** True for a header that may name the user whose contact a row is; values must agree. */
export const isOwnerHeader = (header: string): boolean => OWNER.test(foldHeader(header));

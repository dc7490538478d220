/** A file of MyMedicare.gov, shortened; no one in it exists. */
export const BLUE_BUTTON = `--------------------------------
MYMEDICARE.GOV PERSONAL HEALTH INFORMATION
--------------------------------

**********CONFIDENTIAL***********

Produced by the Blue Button (v2.0)

03/16/2026 5:10 AM


--------------------------------
Demographic
--------------------------------

Source: MyMedicare.gov

Name: JOHN Q O'BRIEN-SMITH

Date of Birth: 01/31/1952

Address Line 1: 123 ANY ROAD

Address Line 2: APT 4

City: ANYTOWN

State: VA

Zip: 00001

Phone Number: 512-555-0142

Email: JOHNDOE@EXAMPLE.COM

Medicare Number: 1EG4-TE5-MK73

Part A Effective Date: 02/01/2017

Part B Effective Date: 03/01/2017

Shoe Size: 11


--------------------------------
Emergency Contact
--------------------------------

Source: Self-Entered

Contact Name: JANE DOE

Address Line 1: 9 OTHER STREET

Home Phone: 123-456-7890


--------------------------------
Plans
--------------------------------

Source: MyMedicare.gov

Contract ID/Plan ID: H9999/9999

Plan Period: 09/01/2024 - current

Plan Name: A Medicare Plan Plus (HMO)

Plan Type: 3 - Coordinated Care Plan (HMO, PPO, PSO, SNP)

Contract ID/Plan ID: S1111/001

Plan Period: 01/01/2012 - 08/31/2024

Plan Name: A Former Plan


--------------------------------
Drugs
--------------------------------

Source: Self-Entered

Drug Name: Lisinopril 10 MG
`;

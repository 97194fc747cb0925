STAGE=dpo
BETA=0.2
return
BETA=0.3

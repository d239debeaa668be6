COMMENT ~
 a block
 comment ~
        .386
        .model flat
        .code
        ALIGN 16
SUM     PROC
        MOV     ESI,[ESP+4]
        MOV     ECX,[ESP+8]
        SUB     EAX,EAX
SUMLOOP:
        ADD     EAX,[ESI]
        ADD     ESI,4
        DEC     ECX
        JNZ     SHORT SUMLOOP
        RET
SUM     ENDP
        END
